package dev.tailrace.torture.fault;

/** A fault can't be injected on this machine, or not by this user. The message names the requirement. */
public final class NotRunException extends Exception {
    private static final long serialVersionUID = 1;

    public NotRunException(String needs) {
        super(needs);
    }
}
