package dev.tailrace.doctor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.rules.DiagnosisCode;
import dev.tailrace.doctor.rules.DiagnosisFinding;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.RemarkCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetTest {
    @TempDir
    Path folder;

    @Test
    void text_partOfAConfiguration_isWellFormed() {
        List<Snippet> xml =
                all().filter(each -> each.caption().contains(".xml")).toList();

        assertThat(xml)
                .hasSizeGreaterThan(15)
                .allSatisfy(each -> assertThatCode(() -> DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(new ByteArrayInputStream(
                                        ("<all>" + each.text() + "</all>").getBytes(StandardCharsets.UTF_8))))
                        .as(each.text())
                        .doesNotThrowAnyException());
    }

    @Test
    void text_anyOne_isNarrowEnoughForThePage() {
        assertThat(all().flatMap(each -> each.text().lines()))
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(115));
    }

    /** The remedy, carried out: what doctor says to write must not be what it warns of. */
    @Test
    void text_wholeAppender_isFineWhenDoctorReadsItAgain() throws IOException {
        for (RemarkCode code : List.of(DiagnosisCode.WAITS_FOR_NETWORK, DiagnosisCode.WAITS_FOR_SERVICE)) {
            DiagnosisFinding finding = new DiagnosisFinding(Remark.of(code, "Cause.", null, "a.xml", 1), 0, null);
            String logback = Snippet.of(finding, "logback", "").orElseThrow().text();
            String log4j = Snippet.of(finding, "log4j2", "").orElseThrow().text();
            List<Path> files = List.of(
                    Files.writeString(folder.resolve("logback.xml"), "<configuration>" + logback + "</configuration>"),
                    Files.writeString(
                            folder.resolve("log4j2.xml"),
                            "<Configuration><Appenders>" + log4j + "</Appenders><Loggers><Root level=\"info\">"
                                    + "<AppenderRef ref=\"FILE\"/></Root></Loggers></Configuration>"));
            for (Path each : files) {
                assertThat(Doctor.examine(List.of(each)).findings())
                        .as(each.toString())
                        .isEmpty();
                assertThat(Doctor.examine(List.of(each)).lookedAt())
                        .as(each.toString())
                        .isNotEmpty();
            }
        }
    }

    @Test
    void of_deadlock_namesTheProcess() throws IOException {
        assertThat(Snippet.of(finding("Ledger"), "", "4711").orElseThrow().text())
                .isEqualTo("jcmd 4711 Thread.print -l > before-restart.txt");
        assertThat(Snippet.of(finding("Ledger"), "", "").orElseThrow().text())
                .isEqualTo("jcmd PID Thread.print -l > before-restart.txt");
    }

    /** All of them, as they are without a process. */
    private static Stream<Snippet> all() {
        List<RemarkCode> codes = new ArrayList<>(List.of(DiagnosisCode.values()));
        codes.addAll(List.of(HeapCode.values()));
        return Stream.of("logback", "log4j2", "")
                .flatMap(library -> codes.stream()
                        .map(code -> new DiagnosisFinding(Remark.of(code, "Cause.", null, "a.xml", 1), 0, null))
                        .flatMap(finding -> Snippet.of(finding, library, "").stream()));
    }

    /** Two threads that wait for each other. */
    private DiagnosisFinding finding(String type) throws IOException {
        String dump = """
                Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

                "one" #21 prio=5 os_prio=0 tid=0x1 nid=0x1 waiting for monitor entry  [0x0]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat com.acme.%1$s.move(%1$s.java:48)
                \t- waiting to lock <0x1> (a com.acme.%1$s)
                \t- locked <0x2> (a com.acme.%1$s)

                "two" #22 prio=5 os_prio=0 tid=0x2 nid=0x2 waiting for monitor entry  [0x0]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat com.acme.%1$s.move(%1$s.java:48)
                \t- waiting to lock <0x2> (a com.acme.%1$s)
                \t- locked <0x1> (a com.acme.%1$s)

                JNI global refs: 15, weak refs: 0
                """.formatted(type);
        Diagnosis diagnosis = Doctor.examine(List.of(Files.writeString(folder.resolve("dump.txt"), dump)));
        return diagnosis.found().get(0);
    }
}
