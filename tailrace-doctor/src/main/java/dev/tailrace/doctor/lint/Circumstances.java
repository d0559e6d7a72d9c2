package dev.tailrace.doctor.lint;

import java.util.function.DoubleSupplier;

/**
 * What a configuration does not say, but its consequences depend on.
 *
 * @param linesPerSecond the highest rate at which the application logs
 * @param gzipBytesPerSecond how fast this machine compresses; measured when first asked for
 */
public record Circumstances(double linesPerSecond, DoubleSupplier gzipBytesPerSecond) {}
