package dev.hocket.compiler.check.atomic;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.util.TreePath;

/**
 * A statement of {@code atomic} (OpenMP 5.2, section 15.8.4).
 *
 * @param variable the variable, field or element that is accessed
 * @param value the expression that is computed before the access, because it may take long; or null
 */
public record AtomicForm(TreePath variable, ExpressionTree value) {}
