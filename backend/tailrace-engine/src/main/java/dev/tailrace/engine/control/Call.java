package dev.tailrace.engine.control;

import dev.tailrace.engine.journal.owner.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** A request to an owner of another process of this user, which may be stopped or gone. For one thread. */
public final class Call {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int DIGITS = 36;

    private final Path request;

    private Call(Path request) {
        this.request = request;
    }

    /**
     * Makes a request.
     *
     * @param owner the owner's file
     * @throws IOException when the request can't be made, for instance in another user's directory, or the owner is gone
     */
    public static Call on(Path owner, String text) throws IOException {
        Path directory = owner.toAbsolutePath().getParent();
        String file = String.valueOf(owner.getFileName());
        if (directory == null || !file.endsWith(Owner.SUFFIX)) {
            throw new IOException(owner + " is no owner's file");
        }
        String name = file.substring(0, file.length() - Owner.SUFFIX.length());
        String id = Long.toString(System.currentTimeMillis(), DIGITS) + "-"
                + Long.toString(RANDOM.nextLong() >>> 1, DIGITS);
        Call call = new Call(RequestFiles.request(directory, name, id));
        RequestFiles.write(call.request, text);
        try {
            Owner.callOn(owner);
        } catch (IOException | RuntimeException e) {
            call.takeBack();
            throw e;
        }
        return call;
    }

    /**
     * The answer; null: there is none yet. Returned once.
     *
     * @throws IOException when the answer can't be read
     */
    public @Nullable String answer() throws IOException {
        Path answer = RequestFiles.answer(request);
        try {
            String text = RequestFiles.read(answer, RequestFiles.MOST_ANSWER);
            Files.deleteIfExists(answer);
            return text;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Withdraws the request; false when the owner's process has taken it already, so that an answer may still come. */
    public boolean takeBack() throws IOException {
        return Files.deleteIfExists(request);
    }
}
