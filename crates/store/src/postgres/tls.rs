//! TLS to the server, with as much trust in its certificate as `sslmode` asks for.

use std::path::Path;
use std::sync::Arc;

use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use super::address::{PostgresAddress, Trust};

/// `None`: this address is used without.
pub(super) fn connector(address: &PostgresAddress) -> Result<Option<MakeRustlsConnect>, String> {
    let provider = Arc::new(ring::default_provider());
    let known = || known(address.roots.as_deref(), &provider);
    let any_name = |signed| Arc::new(AnyName { provider: Arc::clone(&provider), signed });
    let verifier: Arc<dyn ServerCertVerifier> = match address.trust {
        Trust::Plain => return Ok(None),
        Trust::Anyone => any_name(None),
        Trust::Signed => any_name(Some(known()?)),
        Trust::Named => known()?,
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(Some(MakeRustlsConnect::new(config)))
}

/// The authorities of this file, or those of the system.
fn known(
    file: Option<&Path>,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, String> {
    let mut roots = RootCertStore::empty();
    match file {
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Some(file) => {
            let unusable =
                |why: String| format!("cannot use sslrootcert {}: {why}", file.display());
            let read = CertificateDer::pem_file_iter(file)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|error| unusable(error.to_string()))?;
            for certificate in read {
                roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
            }
        }
    }
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider))
        .build()
        .map_err(|error| format!("no certificate can be verified: {error}"))
}

/// Any host name will do.
#[derive(Debug)]
struct AnyName {
    provider: Arc<CryptoProvider>,
    /// `verify-ca`: a known authority has signed it. Without: `prefer` and `require`, any server that
    /// has the key of the certificate it shows.
    signed: Option<Arc<WebPkiServerVerifier>>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(signed) = &self.signed else { return Ok(ServerCertVerified::assertion()) };
        // The name is looked at last, when everything else is right.
        match signed.verify_server_cert(own, others, name, ocsp, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
