package dev.tailrace.engine.control;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** The requests to one owner of this process. {@link #isCalled} is for any thread, {@link #answerAll} for one at a time. */
final class Mailbox {
    /** The most requests in one look, oldest first; further requests are refused. */
    private static final int MOST_REQUESTS = 256;

    private final Owner owner;
    private final EngineControl control;
    private final Consumer<Finding> findings;
    private volatile long seen;

    Mailbox(Owner owner, EngineControl control, Consumer<Finding> findings) {
        this.owner = owner;
        this.control = control;
        this.findings = findings;
        this.seen = owner.requests();
        owner.answer();
    }

    /** Whether there may be a request. No system call. */
    boolean isCalled() {
        try {
            return owner.requests() != seen;
        } catch (InternalError e) {
            // The owner's file was truncated; the drain thread makes it anew.
            return false;
        }
    }

    /** Shows tools what was set at run time. No system call. */
    void show(byte[] limits) {
        owner.showLimits(limits);
    }

    void answerAll() {
        try {
            // Before the look: a request that comes later counts up once more.
            seen = owner.requests();
            int left = MOST_REQUESTS;
            for (Path request : requests()) {
                if (left-- <= 0) {
                    Files.deleteIfExists(request);
                } else {
                    answerOne(request);
                }
            }
        } catch (IOException | InternalError e) {
            // The directory and its requests are gone for now; the requesters report that there was no answer.
            return;
        }
    }

    /** Answers one request: a failure, for instance a full disk, must not keep other requests from their answers. */
    private void answerOne(Path request) {
        try {
            answer(request);
        } catch (IOException e) {
            // The requesting command reports that there was no answer.
            return;
        }
    }

    private List<Path> requests() throws IOException {
        List<Path> requests = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(owner.directory(), owner.name() + ".*" + Owner.REQUEST)) {
            files.forEach(requests::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        // Ids begin with the time.
        Collections.sort(requests);
        return requests;
    }

    private void answer(Path request) throws IOException {
        String text;
        try {
            text = RequestFiles.read(request, RequestFiles.MOST_REQUEST);
        } catch (RequestFiles.RefusedException e) {
            remove(request);
            findings.accept(
                    Finding.of(FindingCode.REQUEST_REFUSED, request + " is not carried out: " + e.getMessage() + "."));
            return;
        } catch (IOException e) {
            // The request was withdrawn meanwhile.
            return;
        }
        if (Files.deleteIfExists(request)) {
            RequestFiles.write(RequestFiles.answer(request), control.answer(text));
        }
    }

    private static void remove(Path request) {
        try {
            Files.deleteIfExists(request);
        } catch (IOException e) {
            // For instance a directory of that name: reported at each request.
            return;
        }
    }
}
