package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameTextCacheTest {
    private final FrameTextCache frames = new FrameTextCache();

    private String written(@Nullable StackTraceElement frame, TextBuffer out) {
        out.clear();
        frames.write(frame, out);
        return out.toString();
    }

    @Test
    void write_framesThatComeAgain_writesWhatToStringSays() {
        TextBuffer out = new TextBuffer(16, 1 << 16);
        List<StackTraceElement> all = new ArrayList<>();
        Collections.addAll(all, new Throwable().getStackTrace());
        all.add(new StackTraceElement("loader", "module", "1.2", "a.B", "run", "B.java", 7));
        all.add(new StackTraceElement(null, null, null, "a.B", "run", null, -1));
        all.add(new StackTraceElement(null, null, null, "a.B", "run", "B.java", -2));
        all.add(new StackTraceElement("", "", "", "a.\u00c4\u4e2d", "x\ty", "line\nfeed", 1));
        for (int i = 0; i < 10_000; i++) {
            // More frames than places, so that frames replace each other.
            all.add(new StackTraceElement(null, null, null, "a.B" + i % 6_000, "run", "B.java", i));
        }
        Random random = new Random(1);
        for (int round = 0; round < 5; round++) {
            Collections.shuffle(all, random);
            for (StackTraceElement frame : all) {
                assertThat(written(frame, out)).isEqualTo(frame.toString().replace("\n", "\\n"));
                assertThat(written(frame, out)).isEqualTo(frame.toString().replace("\n", "\\n"));
            }
        }
    }

    @Test
    void write_bufferIsNearlyFull_cutsKnownFramesAsUnknownOnes() {
        StackTraceElement frame = new StackTraceElement(null, null, null, "a.B", "run", "B.java", 7);
        TextBuffer out = new TextBuffer(16, 1 << 16);
        for (int i = 0; i < 3; i++) {
            written(frame, out);
        }

        for (int room = 1; room < 20; room++) {
            TextBuffer small = new TextBuffer(1, room);
            frames.write(frame, small);

            assertThat(small.toString()).isEqualTo(frame.toString().substring(0, Math.min(room, 17)));
            assertThat(small.cutBytes()).isEqualTo(Math.max(0, 17 - room));
        }
    }

    @Test
    void write_noFrame_saysSo() {
        assertThat(written(null, new TextBuffer(16, 1 << 16))).isEqualTo("null");
    }
}
