package dev.tailrace.engine.sink.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines found in files of members that a crash of the machine, another program or an attacker has damaged. */
class DamagedMembersTest {
    private static final Compression GZIP = Compression.GZIP;

    @TempDir
    private Path folder;

    private static byte[] member(String lines) throws IOException {
        BatchCompressor compressor = Members.compressor(GZIP);
        ByteBuffer member = compressor.compress(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)));
        byte[] bytes = new byte[member.remaining()];
        member.get(bytes);
        compressor.close();
        return bytes;
    }

    private static byte[] head(int length, int rawLength) {
        byte[] head = new byte[24];
        MemberDescriptor.putHead(GZIP, head, length, rawLength);
        return head;
    }

    private Path file(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return Files.write(folder.resolve("app.log"), all.toByteArray());
    }

    private static String lines(Path file) throws IOException {
        try (MemberStream in = new MemberStream(file, GZIP)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Not to be packed into nothing. */
    private static String many(String tag) {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            many.append(tag).append(i * 7_919L % 10_007).append('\n');
        }
        return many.toString();
    }

    @Test
    void wholeMembers_areReadAsTheyAre_alsoWithoutLineEnds() throws IOException {
        Path file = file(member("one\ntwo"), member("three\n"));
        assertThat(lines(file)).isEqualTo("one\ntwothree\n");
        assertThat(MemberFile.content(file, GZIP)).isEqualTo(new MemberFile.Content(Files.size(file), 13, true));
    }

    @Test
    void textOfOthers_anywhere_staysInItsPlace_andHidesNoMember() throws IOException {
        Path file = file(member("one\n"), bytes("by hand"), member("two\n"), bytes("more\n"), member("three\n"));
        assertThat(lines(file)).isEqualTo("one\nby hand\ntwo\nmore\nthree\n");
        assertThat(MemberFile.content(file, GZIP).isWhole()).isFalse();
    }

    @Test
    void blocksOfZeros_overHeads_hideNothingElse() throws IOException {
        byte[] hidden = member("hidden\n");
        Arrays.fill(hidden, 0, 24, (byte) 0);
        Arrays.fill(hidden, 24, hidden.length, (byte) 0);
        Path file = file(member("one\n"), hidden, member("two\n"), new byte[5_000]);
        assertThat(lines(file)).isEqualTo("one\ntwo\n");
    }

    @Test
    void tornMember_inTheMiddle_givesItsWholeLines_andHidesNothingBehindIt() throws IOException {
        String many = many("");
        byte[] torn = member(many);
        for (int length : new int[] {24, 30, torn.length / 2, torn.length - 9}) {
            Path file = file(member("one\n"), Arrays.copyOf(torn, length), member("two\n"));
            String text = lines(file);
            assertThat(text).startsWith("one\n").endsWith("two\n");
            String found = text.substring(4, text.length() - 4);
            assertThat(many).startsWith(found);
            assertThat(found).matches("(?s)(.*\n)?");
        }
    }

    @Test
    void memberWithAByteTurned_hidesNothingBehindIt() throws IOException {
        byte[] bad = member(many("x"));
        for (int at = 24; at < bad.length; at += 97) {
            byte[] turned = bad.clone();
            turned[at] ^= 0x40;
            assertThat(lines(file(member("one\n"), turned, member("two\n"))))
                    .startsWith("one\n")
                    .endsWith("two\n");
        }
    }

    @Test
    void anyBytes_endInSomething() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] whole = member(many("y"));
        for (int i = 0; i < 100; i++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length) + 1 + random.nextInt(3_000));
            for (int n = random.nextInt(20); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            int at = random.nextInt(bytes.length);
            int length = Math.min(24, bytes.length - at);
            System.arraycopy(head(random.nextInt(), random.nextInt()), 0, bytes, at, length);
            Path file = file(bytes, whole);
            assertThat(lines(file)).as("seed %d", seed).endsWith(many("y"));
            assertThat(MemberFile.content(file, GZIP).end()).isLessThanOrEqualTo(Files.size(file));
        }
    }

    @Test
    void lengthsThatCantBe_takeNoMemory() throws IOException {
        for (byte[] head : new byte[][] {
            head(Integer.MAX_VALUE, 1), head(1 << 24, 1 << 27), head(-1, 5), head(0, 0), head(24, Integer.MAX_VALUE)
        }) {
            Path file = file(member("one\n"), head);
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(Files.size(file) + (1 << 24));
            }
            assertThat(MemberFile.content(file, GZIP).isWhole()).isFalse();
            long length = 0;
            try (MemberStream in = new MemberStream(file, GZIP)) {
                byte[] chunk = new byte[1 << 16];
                for (int count; (count = in.read(chunk)) >= 0; ) {
                    length += count;
                }
            }
            assertThat(length).isLessThan(100);
        }
    }

    @Test
    void memberOfMoreThanItSays_isTorn() throws IOException {
        byte[] bomb = member("x\n".repeat(1 << 20));
        MemberDescriptor.putHead(GZIP, bomb, bomb.length, 100);
        Path file = file(member("one\n"), bomb);
        assertThat(MemberFile.content(file, GZIP).rawLength()).isEqualTo(4);
    }

    @Test
    void remove_closesTheGap() throws IOException {
        Path file = file(bytes("0123456789".repeat(5_000)));
        MemberFile.remove(file, 10, 20_000);
        assertThat(file).hasContent("0123456789".repeat(3_001));
        MemberFile.remove(file, 10, 100_000);
        assertThat(file).hasContent("0123456789");
    }
}
