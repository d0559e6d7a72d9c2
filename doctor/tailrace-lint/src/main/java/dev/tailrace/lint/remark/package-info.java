/**
 * Advice of lint, and the circumstances by which it judges: the advice with its codes, and remarks, which name a place. It must not know any
 * library, or a rule.
 */
@NullMarked
package dev.tailrace.lint.remark;

import org.jspecify.annotations.NullMarked;
