package dev.tailrace.probe.jvm;

/** Doctor can't look at a process. The message says in plain sentences what is wrong. */
public final class LiveException extends Exception {
    private static final long serialVersionUID = 1;

    private final RefusalCode refusal;
    private final String remedy;

    /** An exception with the remedy that helps in most cases. */
    public LiveException(RefusalCode refusal, String message) {
        this(refusal, message, refusal.remedy());
    }

    LiveException(RefusalCode refusal, String message, String remedy) {
        super(message);
        this.refusal = refusal;
        this.remedy = remedy;
    }

    /** Which kind of trouble it is. */
    public RefusalCode refusal() {
        return refusal;
    }

    /** The text for standard error, in two lines. */
    public String text() {
        return refusal.code() + ": " + getMessage() + System.lineSeparator() + "    -> " + remedy;
    }
}
