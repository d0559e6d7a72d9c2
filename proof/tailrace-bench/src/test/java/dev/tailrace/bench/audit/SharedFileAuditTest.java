package dev.tailrace.bench.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.load.Voices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file with the lines of three processes of two threads each: every planted damage is seen, and in the process that it was done to. */
class SharedFileAuditTest {
    private static final int PROCESSES = 3;
    private static final int THREADS = 2;
    private static final int PER_THREAD = 20;
    private static final long EVENTS = PROCESSES * THREADS * PER_THREAD;
    private static final long EVENTS_OF_ONE = THREADS * PER_THREAD;
    private static final Line LINE = LineKind.REQUEST.line();
    private static final String ONE_FILE = "app\\.log";

    @TempDir
    Path folder;

    private final List<String> lines = new ArrayList<>();

    /** In turn: the first lines of all threads of all processes, then the second ones. */
    @BeforeEach
    void log() {
        for (int sequence = 0; sequence < PER_THREAD; sequence++) {
            for (int process = 1; process <= PROCESSES; process++) {
                for (int thread = 0; thread < THREADS; thread++) {
                    lines.add(Voices.written(LINE, LineKind.REQUEST, process, thread, sequence));
                }
            }
        }
    }

    private static int index(int process, int thread, int sequence) {
        return (sequence * PROCESSES + process - 1) * THREADS + thread;
    }

    private void write(String name, List<String> text) throws IOException {
        Files.write(folder.resolve(name), String.join("", text).getBytes(StandardCharsets.UTF_8));
    }

    private Findings audit(String files) throws IOException {
        long[] each = {PER_THREAD, PER_THREAD};
        return Auditor.audit(
                folder, files, "app.log", Naming.LOWEST_IS_OLDEST, LINE, Map.of(1, each, 2, each, 3, each));
    }

    private Findings auditOneFile() throws IOException {
        write("app.log", lines);
        return audit(ONE_FILE);
    }

    private static Audit of(Findings findings, int process) {
        return Objects.requireNonNull(findings.byProcess().get(process));
    }

    @Test
    void audit_wholeFile_findsEveryProcessWhole() throws IOException {
        Findings findings = auditOneFile();

        assertThat(findings.total()).isEqualTo(new Audit(EVENTS, 0, 0, 0, 0));
        assertThat(findings.byProcess()).containsOnlyKeys(1, 2, 3);
        assertThat(of(findings, 2)).isEqualTo(new Audit(EVENTS_OF_ONE, 0, 0, 0, 0));
    }

    @Test
    void audit_lineOfTheSecondProcessTakenOut_isItsLoss() throws IOException {
        lines.remove(index(2, 1, 7));

        Findings findings = auditOneFile();

        assertThat(findings.total()).isEqualTo(new Audit(EVENTS, 1, 0, 0, 0));
        assertThat(of(findings, 2).lost()).isEqualTo(1);
    }

    @Test
    void audit_lineTwice_isCountedEvenFarAway() throws IOException {
        lines.add(lines.get(index(3, 0, 2)));

        Findings findings = auditOneFile();

        assertThat(findings.total()).isEqualTo(new Audit(EVENTS, 0, 1, 0, 0));
        assertThat(of(findings, 3).duplicated()).isEqualTo(1);
    }

    @Test
    void audit_lineInTheMiddleOfAnotherProcessesLine_tearsBoth() throws IOException {
        String torn = lines.get(index(1, 0, 5));
        String intruder = lines.get(index(2, 0, 5));
        lines.set(index(1, 0, 5), torn.substring(0, 50) + intruder + torn.substring(50));
        lines.remove(index(2, 0, 5));

        Audit total = auditOneFile().total();

        assertThat(total).isEqualTo(new Audit(EVENTS, 2, 0, 2, 0));
    }

    @Test
    void audit_lineOverwrittenByZeros_isTorn() throws IOException {
        lines.set(index(1, 0, 5), "\0".repeat(lines.get(index(1, 0, 5)).length()));

        // Without its line feed the next line hangs on it.
        assertThat(auditOneFile().total()).isEqualTo(new Audit(EVENTS, 2, 0, 1, 0));
    }

    @Test
    void audit_twoLinesOfOneThreadSwapped_isItsDisorder() throws IOException {
        Collections.swap(lines, index(2, 1, 7), index(2, 1, 8));

        Findings findings = auditOneFile();

        assertThat(findings.total()).isEqualTo(new Audit(EVENTS, 0, 0, 0, 1));
        assertThat(of(findings, 2).misordered()).isEqualTo(1);
    }

    @Test
    void audit_processesInAnotherOrder_isNoDisorder() throws IOException {
        Collections.swap(lines, index(1, 0, 7), index(2, 0, 7));

        assertThat(auditOneFile().total().clean()).isTrue();
    }

    @Test
    void audit_lineOfAProcessThatNeverWas_isTorn() throws IOException {
        lines.add(Voices.written(LINE, LineKind.REQUEST, 4, 0, 0));

        assertThat(auditOneFile().total()).isEqualTo(new Audit(EVENTS, 0, 0, 1, 0));
    }

    @Test
    void audit_processWithAFileOfItsOwn_isLostUnlessItsFileCounts() throws IOException {
        String third = " message 3/";
        write("app.log", lines.stream().filter(line -> !line.contains(third)).toList());
        write("app.log.1", lines.stream().filter(line -> line.contains(third)).toList());

        assertThat(audit(ONE_FILE).total()).isEqualTo(new Audit(EVENTS, EVENTS_OF_ONE, 0, 0, 0));
        assertThat(audit("app\\.log(\\.\\d+)?").total().clean()).isTrue();
    }

    @Test
    void audit_lockFileBeside_isNoLog() throws IOException {
        Files.writeString(folder.resolve("app.log.lck"), "");

        assertThat(auditOneFile().total().clean()).isTrue();
    }
}
