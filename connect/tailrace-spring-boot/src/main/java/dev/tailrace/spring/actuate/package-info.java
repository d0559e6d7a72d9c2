/**
 * Tailrace in Boot's actuator: the meter {@code logback.events}, the health of logging; and what a native image needs to know. One
 * jar serves Boot 3.5 and 4, whose classes of these parts have different packages: each class here is for one of them, or names them by
 * strings.
 */
@NullMarked
package dev.tailrace.spring.actuate;

import org.jspecify.annotations.NullMarked;
