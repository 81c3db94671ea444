"""A small part of hou over the stand-in's library: what the scripts of houdini/scripts use.

Names and arguments follow types-houdini 21.0.512 (generated from that build); behaviour follows its
texts: a failed cook raises OperationFailed, geometry() of a node in error is None, unknown parameters
raise, edited geometry must get new data ids before a verb sees it. Stock nodes are played: terrain
makers make a height field, everything else passes its first input on. Files are pickles.
"""

from ._geometry import *  # noqa: F401,F403
from ._parameters import *  # noqa: F401,F403
from ._node_types import *  # noqa: F401,F403
from ._nodes import *  # noqa: F401,F403
from ._scene import *  # noqa: F401,F403
from ._session_state import *  # noqa: F401,F403
