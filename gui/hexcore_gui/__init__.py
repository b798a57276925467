"""The desktop client of hexcore."""

import os

os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
"""Qt would hand parts of each large area to other threads, and on a busy machine wait for them."""
