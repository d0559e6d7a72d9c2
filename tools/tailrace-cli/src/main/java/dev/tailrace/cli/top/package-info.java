/** The verb {@code top}: looks at logs, makes rates of two looks, and sorts. Knows no terminal but for {@code TopScreen}. */
@NullMarked
package dev.tailrace.cli.top;

import org.jspecify.annotations.NullMarked;
