# What only the portal says.
