/**
 * Doctor's front door: takes files, has them read, and says what is wrong. It must not know how a result is shown.
 */
@NullMarked
package dev.tailrace.doctor;

import org.jspecify.annotations.NullMarked;
