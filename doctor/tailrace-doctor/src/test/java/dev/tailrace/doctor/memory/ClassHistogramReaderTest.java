package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.Evidence;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClassHistogramReaderTest {
    private static final String FIRST = """
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:          4000        2000000  [B (java.base@17.0.15)
               2:          3000          72000  java.lang.String (java.base@17.0.15)
               3:            10           2400  [Lorg.apache.tomcat.util.buf.MessageBytes;
            Total          7010        2074400
            """;

    private static final String SECOND = """
             num     #instances         #bytes  class name
            ----------------------------------------------
               1:          9000        4500000  [B
               2:          1000          24000  java.lang.String
               3:             5           1200  [[I
            Total         10005        4525200
            """;

    @Test
    void read_twoInOneFile_areTwo() throws IOException {
        Evidence evidence = Reading.ofText(FIRST + "\n" + SECOND);

        assertThat(evidence.unread()).isEmpty();
        assertThat(evidence.all(ClassHistogram.class)).hasSize(2);
        ClassHistogram first = evidence.all(ClassHistogram.class).get(0);
        assertThat(first.rows())
                .extracting(ClassHistogram.Row::type)
                .containsExactly("byte[]", "java.lang.String", "org.apache.tomcat.util.buf.MessageBytes[]");
    }

    @Test
    void read_cut_keepsRowsAndSaysSo() throws IOException {
        Evidence evidence = Reading.ofText(FIRST.substring(0, FIRST.indexOf("   3:")) + "   3:            1");

        assertThat(evidence.all(ClassHistogram.class))
                .singleElement()
                .satisfies(h -> assertThat(h.rows()).hasSize(2));
        assertThat(evidence.unread()).hasSize(1);
    }
}
