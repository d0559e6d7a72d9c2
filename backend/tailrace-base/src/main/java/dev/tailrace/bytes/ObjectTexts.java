package dev.tailrace.bytes;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the application's objects in one event. While they are kept, each object is asked once, so that all appenders of the event
 * show the same, and a {@code toString()} that logs does so once. Otherwise objects are asked each time. Not thread-safe.
 */
public final class ObjectTexts {
    /** Further objects are asked each time: a structure in JSON can have any number. */
    private static final int MOST_KEPT = 1_000;
    /** Maps that grew beyond this are released. */
    private static final int MOST_REUSED = 64;

    private static final Object UNKNOWN = new Object();
    private static final ClassValue<Boolean> INHERITS_TEXT = inherits("toString");
    private static final ClassValue<Boolean> INHERITS_LOCALIZED = inherits("getLocalizedMessage");

    /** The question to an object. */
    private static final int TEXT = 0;

    private static final int MESSAGE = 1;
    private static final int LOCALIZED = 2;

    private boolean keeps;
    /**
     * Answers for each question, by the object's identity: strings, null, or the throwable that was thrown instead. Empty until an object
     * is asked.
     */
    private List<Map<Object, @Nullable Object>> answers = List.of();

    /** Keeps the texts from now on, until {@link #forget}. */
    public void keep() {
        keeps = true;
    }

    public boolean keeps() {
        return keeps;
    }

    /** Forgets all objects and their texts. */
    public void forget() {
        if (!keeps) {
            return;
        }
        keeps = false;
        for (int i = 0; i < answers.size(); i++) {
            Map<Object, @Nullable Object> known = answers.get(i);
            if (known.size() > MOST_REUSED) {
                answers = List.of();
            } else if (!known.isEmpty()) {
                known.clear();
            }
        }
    }

    /**
     * The text of an object's {@code toString()}.
     *
     * @throws Throwable what the method throws
     */
    public @Nullable String text(Object value) throws Throwable {
        return keeps && !(value instanceof Enum) ? known(TEXT, value) : value.toString();
    }

    /**
     * A throwable's message.
     *
     * @throws Throwable what {@code getMessage()} throws
     */
    public @Nullable String message(Throwable thrown) throws Throwable {
        return keeps ? known(MESSAGE, thrown) : thrown.getMessage();
    }

    /**
     * A throwable's localized message.
     *
     * @throws Throwable what {@code getLocalizedMessage()} throws
     */
    public @Nullable String localized(Throwable thrown) throws Throwable {
        return keeps ? known(LOCALIZED, thrown) : thrown.getLocalizedMessage();
    }

    private @Nullable String known(int question, Object of) throws Throwable {
        if (answers.isEmpty()) {
            answers = List.of(new IdentityHashMap<>(), new IdentityHashMap<>(), new IdentityHashMap<>());
        }
        Map<Object, @Nullable Object> known = answers.get(question);
        Object answer = known.getOrDefault(of, UNKNOWN);
        if (answer == UNKNOWN) {
            try {
                answer = ask(question, of);
            } catch (Throwable e) {
                answer = e;
            }
            if (known.size() < MOST_KEPT) {
                known.put(of, answer);
            }
        }
        if (answer instanceof Throwable failure) {
            throw failure;
        }
        return (String) answer;
    }

    /** Asks for the message only, where a throwable's class leaves the other texts to the JDK, which makes them of it. */
    private @Nullable String ask(int question, Object of) throws Throwable {
        if (!(of instanceof Throwable thrown)) {
            return of.toString();
        }
        return switch (question) {
            case MESSAGE -> thrown.getMessage();
            case LOCALIZED -> INHERITS_LOCALIZED.get(of.getClass()) ? message(thrown) : thrown.getLocalizedMessage();
            default -> INHERITS_TEXT.get(of.getClass()) ? textOfMessage(thrown) : of.toString();
        };
    }

    private String textOfMessage(Throwable thrown) throws Throwable {
        String message = localized(thrown);
        String name = thrown.getClass().getName();
        return message == null ? name : name + ": " + message;
    }

    private static ClassValue<Boolean> inherits(String method) {
        return new ClassValue<>() {
            @Override
            protected Boolean computeValue(Class<?> type) {
                try {
                    return type.getMethod(method).getDeclaringClass() == Throwable.class;
                } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                    // It can't be known, as in a native image: the object is asked itself.
                    return false;
                }
            }
        };
    }
}
