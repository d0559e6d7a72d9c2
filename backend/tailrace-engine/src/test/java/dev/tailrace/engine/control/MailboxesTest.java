package dev.tailrace.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final AtomicBoolean due = new AtomicBoolean();
    private final AtomicInteger runs = new AtomicInteger();
    private final Mailboxes mailboxes = new Mailboxes(
            new EngineControl() {
                @Override
                public String answer(String request) {
                    asked.add(request);
                    if (request.equals("fail")) {
                        throw new IllegalStateException("as asked");
                    }
                    return "answer to " + request;
                }

                @Override
                public boolean isDue(long nanoTime) {
                    return due.get();
                }

                @Override
                public byte[] limits() {
                    return new byte[0];
                }

                @Override
                public void run() {
                    due.set(false);
                    runs.incrementAndGet();
                }
            },
            findings::add,
            errors::add);

    private Path directory;
    private Owner owner;
    private Path file;

    @BeforeEach
    void enter() throws IOException {
        directory = Files.createDirectory(
                        folder.resolve("lanes"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                .toRealPath();
        owner = Owner.enter(directory);
        owner.join();
        file = directory.resolve(owner.name() + Owner.SUFFIX);
        mailboxes.add("key", owner);
    }

    @AfterEach
    void leave() throws IOException {
        mailboxes.awaitEnd(System.nanoTime() + PATIENCE.toNanos());
        owner.leave();
    }

    private String answer(Call call) {
        String[] answer = new String[1];
        await().atMost(PATIENCE).until(() -> {
            mailboxes.look();
            answer[0] = call.answer();
            return answer[0] != null;
        });
        return answer[0];
    }

    private List<String> leftOver() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> String.valueOf(each.getFileName()))
                    .filter(each -> !each.endsWith(Owner.SUFFIX))
                    .toList();
        }
    }

    @Test
    void call_isAnsweredOnce_andNothingIsLeft() throws IOException {
        assertThat(Owners.answers(file)).isTrue();
        Call one = Call.on(file, "one");
        Call two = Call.on(file, "t\u00f6o");

        assertThat(answer(one)).isEqualTo("answer to one");
        assertThat(answer(two)).isEqualTo("answer to t\u00f6o");
        assertThat(asked).containsExactlyInAnyOrder("one", "t\u00f6o");
        assertThat(one.takeBack()).isFalse();
        assertThat(leftOver()).isEmpty();
    }

    @Test
    void call_isReadableByItsOwnerOnly() throws IOException {
        Call.on(file, "one");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(each -> each.toString().endsWith(Owner.REQUEST)))
                    .singleElement()
                    .satisfies(each -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void takeBack_beforeItIsRead_isNeverCarriedOut() throws IOException {
        Call call = Call.on(file, "never");
        assertThat(call.takeBack()).isTrue();
        Call next = Call.on(file, "next");

        assertThat(answer(next)).isEqualTo("answer to next");
        assertThat(asked).containsExactly("next");
    }

    @Test
    void call_handlerThatThrows_hasNoAnswer_theNextOneHas() throws IOException {
        Call failing = Call.on(file, "fail");
        await().atMost(PATIENCE).until(() -> {
            mailboxes.look();
            return !errors.isEmpty();
        });
        assertThat(failing.answer()).isNull();
        assertThat(answer(Call.on(file, "next"))).isEqualTo("answer to next");
    }

    @Test
    void look_hostileFiles_areRemovedAndNotCarriedOut() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "set");
        Path link = Files.createSymbolicLink(directory.resolve(owner.name() + ".1.request"), secret);
        Path open = Files.writeString(directory.resolve(owner.name() + ".2.request"), "open");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path huge = own(".3.request", "x".repeat(RequestFiles.MOST_REQUEST + 1));
        Path folderOfThatName = Files.createDirectory(directory.resolve(owner.name() + ".4.request"));
        Path binary = Files.write(own(".5.request", ""), new byte[] {(byte) 0xff, (byte) 0xfe});
        Call good = Call.on(file, "good");

        assertThat(answer(good)).isEqualTo("answer to good");
        assertThat(asked).containsExactly("good");
        assertThat(List.of(link, open, huge, folderOfThatName, binary)).noneMatch(Files::exists);
        assertThat(secret).hasContent("set");
        assertThat(findings)
                .hasSize(5)
                .allSatisfy(each -> assertThat(each.format()).contains("TR2032"));
    }

    private Path own(String suffix, String text) throws IOException {
        Path made = Files.writeString(directory.resolve(owner.name() + suffix), text);
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void call_ownerThatIsGone_fails() throws IOException {
        Path gone = directory.resolve("1-gone-1.owner");

        assertThatThrownBy(() -> Call.on(gone, "x")).isInstanceOf(IOException.class);
        assertThat(leftOver()).isEmpty();
    }

    @Test
    void restore_removedOwner_goesOnAnswering() throws IOException {
        Files.delete(file);
        assertThat(owner.restore()).isTrue();

        assertThat(Owners.answers(file)).isTrue();
        assertThat(answer(Call.on(file, "again"))).isEqualTo("answer to again");
    }

    @Test
    void look_whatIsDue_isDoneOnce_inAThreadOfItsOwn() {
        due.set(true);
        await().atMost(PATIENCE).until(() -> {
            mailboxes.look();
            return runs.get() != 0;
        });
        mailboxes.look();
        assertThat(runs).hasValue(1);
    }

    @Test
    void remove_isNotAnsweredAnyMore() throws IOException {
        mailboxes.remove("key");
        Call call = Call.on(file, "late");
        mailboxes.look();
        mailboxes.awaitEnd(System.nanoTime() + PATIENCE.toNanos());

        assertThat(call.answer()).isNull();
        assertThat(call.takeBack()).isTrue();
    }
}
