package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class JvmFlagsReaderTest {
    private static final long GB = 1L << 30;

    private static JvmFlags flags(String text) throws IOException {
        return Reading.ofText(text).all(JvmFlags.class).get(0);
    }

    @Test
    void read_commandLine_knowsShortForms() throws IOException {
        JvmFlags flags =
                flags("/usr/bin/java -Xmx4g -Xms4g -Xmn2G -Xss512k -XX:+UseParNewGC -XX:-UseX -jar app.jar --port 80");

        assertThat(flags.bytes("MaxHeapSize")).isEqualTo(4 * GB);
        assertThat(flags.bytes("InitialHeapSize")).isEqualTo(4 * GB);
        assertThat(flags.bytes("MaxNewSize")).isEqualTo(2 * GB);
        assertThat(flags.isOn("UseParNewGC")).isTrue();
        assertThat(flags.value("UseX")).isEqualTo("false");
    }

    @Test
    void read_commandsOfJcmd_areKnown() throws IOException {
        JvmFlags flags = flags("""
                12345:
                VM Arguments:
                jvm_args: -Xmx96m -Dname=value -XX:+UseSerialGC
                java_command: app.Main 1 2
                -XX:CICompilerCount=2 -XX:MaxHeapSize=100663296 -XX:MaxNewSize=33554432 -XX:+UseSerialGC
                """);

        assertThat(flags.bytes("MaxHeapSize")).isEqualTo(96L << 20);
        assertThat(flags.bytes("MaxNewSize")).isEqualTo(32L << 20);
        assertThat(flags.source().line()).isEqualTo(3);
    }

    @Test
    void read_printFlagsFinal_isKnown() throws IOException {
        JvmFlags flags = flags("""
                [Global flags]
                   size_t MaxHeapSize                              = 6320816128                                {product} {ergonomic}
                    uintx MaxNewSize                               := 2147483648                               {product}
                     bool UseG1GC                                  = true                                      {product} {ergonomic}
                  ccstrlist OnOutOfMemoryError                     =                                           {product} {default}
                """);

        assertThat(flags.bytes("MaxHeapSize")).isEqualTo(6320816128L);
        assertThat(flags.bytes("MaxNewSize")).isEqualTo(2 * GB);
        assertThat(flags.isOn("UseG1GC")).isTrue();
        assertThat(flags.value("OnOutOfMemoryError")).isEmpty();
    }

    @Test
    void read_beginningOfAnOldLog_isKnown() throws IOException {
        JvmFlags flags =
                Reading.ofResource("parnew-incident.log").all(JvmFlags.class).get(0);

        assertThat(flags.bytes("MaxHeapSize")).isEqualTo(4 * GB);
        assertThat(flags.isOn("UseParNewGC")).isTrue();
    }

    @Test
    void read_sentenceAboutFlags_isNone() throws IOException {
        assertThat(Reading.ofText("Please start it with -Xmx4g or more, as the manual says on page three.\n")
                        .exhibits())
                .isEmpty();
    }

    @Test
    void and_twoSources_otherWins() throws IOException {
        JvmFlags both = flags("-Xmx1g -XX:+UseG1GC").and(flags("-Xmx2g"));

        assertThat(both.bytes("MaxHeapSize")).isEqualTo(2 * GB);
        assertThat(both.isOn("UseG1GC")).isTrue();
    }
}
