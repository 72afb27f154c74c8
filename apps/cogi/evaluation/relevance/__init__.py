"""How well the engines find: judged collections, rankings, metrics."""
