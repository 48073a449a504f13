"""Reading a solution: any spot, its views, its aggregates."""

from .arrival import PRACTICALLY_NEVER
from .charts import CHARTS, chart
from .node import Choice, Node
from .passes import Below
from .study import Study
from .tables import Table
from .views import VIEWS

__all__ = ["CHARTS", "PRACTICALLY_NEVER", "VIEWS", "Below", "Choice", "Node", "Study", "Table", "chart"]
