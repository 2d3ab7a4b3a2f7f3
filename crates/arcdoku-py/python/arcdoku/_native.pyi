"""The native part of arcdoku."""

__version__: str
