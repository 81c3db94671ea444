"""Makes Houdini digital assets, in their expanded form, from short descriptions. See ../README.md."""
