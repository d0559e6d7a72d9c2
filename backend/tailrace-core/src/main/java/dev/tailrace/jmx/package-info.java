/** Levels by JMX: the bean and its registration. Only loaded where JMX was asked for. Knows no logger. */
@NullMarked
package dev.tailrace.jmx;

import org.jspecify.annotations.NullMarked;
