package dev.tailrace.torture.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * The rules of a protocol that can be left out, one by one, to show that each is needed.
 *
 * @param <R> the rules
 * @param left the rules that are left out
 */
public record Rules<R extends Enum<R>>(Set<R> left) {
    public static <R extends Enum<R>> Rules<R> all() {
        return new Rules<R>(Set.of());
    }

    public static <R extends Enum<R>> Rules<R> without(R rule) {
        return new Rules<>(EnumSet.of(rule));
    }

    public static <R extends Enum<R>> Rules<R> without(R rule, R other) {
        return new Rules<>(EnumSet.of(rule, other));
    }

    public boolean has(R rule) {
        return !left.contains(rule);
    }
}
