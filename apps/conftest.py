"""What the tests of the applications share: fixtures of the tests of the package, and the library that is built."""

import prepared  # noqa: F401, I001 - first: it says which library is loaded
from tools_fixtures import command, fake_bus, plate, pressd, pressed, refused  # noqa: F401
