"""How templates become Python: without what Jinja2 asks again and again and ours always answer alike.

Of all that is called it asks whether that wants the page's context as its first argument, which nothing of ours
does. And what a macro has written, which is markup already, it escapes once more.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class PlainCode(CodeGenerator):
    """Writes `part(page)` where Jinja2 writes `escape(context.call(part, page))`."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(named.key) for named in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(it if type(it := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(") is Markup else escape(it))")
