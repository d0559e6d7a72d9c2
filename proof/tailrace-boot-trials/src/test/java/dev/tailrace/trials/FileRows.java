package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.STDERR;
import static dev.tailrace.trials.Row.SYSTEM;
import static dev.tailrace.trials.Row.row;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Where log files are, what is in them, and how they are rolled. */
final class FileRows {
    private FileRows() {}

    static List<Row> rows() {
        return List.of(
                row("file-none", "Without a property there is no file, and none with UNDEFINED in its name")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            Stage.written();
                            try (var files = Files.list(Path.of(""))) {
                                stage.see(
                                        "files",
                                        files.map(Path::toString)
                                                .filter(each -> each.contains("UNDEFINED") || each.endsWith(".log"))
                                                .toList());
                            }
                        })
                        .same("files")
                        .has("files", "^\\[\\]$"),
                row("file-name", "logging.file.name writes that file besides the console, and makes its folder")
                        .args("--logging.file.name={dir}/deep/er/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.log().error("not filled", ConsoleRows.failure());
                            stage.seeFile("deep/er/app.log");
                        })
                        .same(CONSOLE, "deep/er/app.log")
                        .has("deep/er/app.log", "^<time>  INFO <pid> --- \\[main\\] demo\\.shop\\.Orders +: hello"),
                row("file-soon", "A line is in the file soon after its call, also if nothing follows")
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            String text = "";
                            for (int waited = 0; waited < 2_000 && !text.contains(": hello"); waited += 5) {
                                Stage.pause(5);
                                text = Files.readString(stage.path("app.log"));
                            }
                            stage.see("app.log", text);
                        })
                        .same("app.log")
                        .has("app.log", ": hello"),
                row("file-path", "logging.file.path writes spring.log in that folder")
                        .args("--logging.file.path={dir}/logs")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("logs/spring.log");
                        })
                        .same("logs/spring.log")
                        .has("logs/spring.log", ": hello"),
                row("file-name-and-path", "When both are given, logging.file.name wins")
                        .args("--logging.file.name={dir}/app.log", "--logging.file.path={dir}/logs")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                            stage.see("other", Files.exists(stage.path("logs/spring.log")));
                        })
                        .same("app.log", "other")
                        .has("app.log", ": hello")
                        .has("other", "false"),
                row("file-placeholder", "The name of the file can have the process id and other placeholders")
                        .args("--shop=corner", "--logging.file.name={dir}/${shop}-${PID}.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("corner-" + ProcessHandle.current().pid() + ".log");
                            stage.seeNames("names", ".");
                        })
                        .same("names")
                        .has("names", "^corner-<pid>\\.log$"),
                row("file-append", "A second start appends to the file")
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("first");
                            stage.close();
                            stage.start();
                            stage.log().info("second");
                            stage.seeFile("app.log");
                        })
                        .same("app.log")
                        .has("app.log", ": first", ": second"),
                row("file-pattern", "logging.pattern.file replaces the pattern of the file only")
                        .args("--logging.file.name={dir}/app.log", "--logging.pattern.file=%level %msg%n")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has("app.log", "^INFO hello$")
                        .has(CONSOLE, "Orders +: hello"),
                row("file-no-colours", "With colours on the console, the file has none")
                        .args("--logging.file.name={dir}/app.log", "--spring.output.ansi.enabled=always")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                        })
                        .same("app.log", CONSOLE)
                        .has("app.log", "hello")
                        .hasNot("app.log", "\\x1b"),
                row("file-charset", "logging.charset.file is the charset of the file")
                        .args("--logging.file.name={dir}/app.log", "--logging.charset.file=ISO-8859-1")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("Gr\u00fc\u00dfe");
                            stage.seeFile("app.log", StandardCharsets.ISO_8859_1);
                        })
                        .same("app.log")
                        .has("app.log", "Gr\u00fc\u00dfe"),
                row("file-charset-16", "UTF-16LE is a charset as others")
                        .args("--logging.file.name={dir}/app.log", "--logging.charset.file=UTF-16LE")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("Gr\u00fc\u00dfe \ud83d\ude00");
                            stage.seeFile("app.log", StandardCharsets.UTF_16LE);
                        })
                        .same("app.log")
                        .has("app.log", "Gr\u00fc\u00dfe \ud83d\ude00"),
                row("file-threshold", "logging.threshold.file keeps lesser levels from the file, and only from there")
                        .args("--logging.file.name={dir}/app.log", "--logging.threshold.file=warn")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.shop.Orders");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has("app.log", "at warn")
                        .hasNot("app.log", "at info")
                        .has(CONSOLE, "at info"),
                row("file-rolled-by-size", "A file that is full is rolled to NAME.date.index.gz, and no line is lost")
                        .onlyOn(Backend.TAILRACE)
                        .args(
                                "--logging.file.name={dir}/logs/app.log",
                                "--logging.logback.rollingpolicy.max-file-size=20KB")
                        .play(FileRows::fill)
                        .has("names", "^app\\.log$", "^app\\.log\\.\\d{4}-\\d\\d-\\d\\d\\.0\\.gz$", "\\.1\\.gz$")
                        .has("lines", "^1000$"),
                row(
                                "file-rolled-by-pattern",
                                "logging.logback.rollingpolicy.file-name-pattern names rolled files; sizes can have blanks")
                        .onlyOn(Backend.TAILRACE)
                        .args(
                                "--logging.file.name={dir}/logs/app.log",
                                "--logging.logback.rollingpolicy.max-file-size=20 KB",
                                "--logging.logback.rollingpolicy.file-name-pattern={dir}/logs/old-%d{yyyyMM}-%i.txt.gz")
                        .play(FileRows::fill)
                        .has("names", "^old-\\d{6}-0\\.txt\\.gz$")
                        .has("lines", "^1000$"),
                row(
                                "file-rolled-by-log4j-properties",
                                "logging.log4j2.rollingpolicy.* of Spring Boot 4.1 roll the file, too")
                        .since(Boot.V41)
                        .onlyOn(Backend.TAILRACE)
                        .args(
                                "--logging.file.name={dir}/logs/app.log",
                                "--logging.log4j2.rollingpolicy.strategy=size",
                                "--logging.log4j2.rollingpolicy.max-file-size=20KB",
                                "--logging.log4j2.rollingpolicy.max-history=100")
                        .play(FileRows::fill)
                        .has("names", "^app\\.log$", "^app\\.log\\.\\d{4}-\\d\\d-\\d\\d\\.1\\.gz$")
                        .has("lines", "^1000$"),
                row("file-sizes", "Sizes of the rolling are read in both syntaxes, and as bytes")
                        .play(stage -> {
                            for (String size : List.of("100 MB", "15MB", "10485760")) {
                                stage.start(
                                        "--logging.file.name=" + stage.path("app.log"),
                                        "--logging.logback.rollingpolicy.max-file-size=" + size,
                                        "--logging.logback.rollingpolicy.total-size-cap=" + size);
                                stage.log().info("size {}", size);
                                stage.close();
                                System.clearProperty("LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE");
                                System.clearProperty("LOGBACK_ROLLINGPOLICY_TOTAL_SIZE_CAP");
                            }
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has("app.log", "size 100 MB", "size 15MB", "size 10485760"),
                row("file-sizes-wrong", "A size that can't be read fails the start with its name")
                        .play(stage -> stage.startFailing(
                                "--logging.file.name=" + stage.path("app.log"),
                                "--logging.logback.rollingpolicy.max-file-size=large"))
                        .hasNot("failure", "^started")
                        .has("failure", "large|max-file-size"),
                row(
                                "file-history",
                                "clean-history-on-start removes archives older than max-history when the application starts")
                        .play(stage -> {
                            LocalDate today = LocalDate.now(ZoneId.systemDefault());
                            Files.createDirectories(stage.path("logs"));
                            for (int days : new int[] {1, 4, 6}) {
                                Files.writeString(stage.path("logs/app.log." + today.minusDays(days) + ".0.gz"), "old");
                            }
                            stage.start(
                                    "--logging.file.name=" + stage.path("logs/app.log"),
                                    "--logging.logback.rollingpolicy.clean-history-on-start=true",
                                    "--logging.logback.rollingpolicy.max-history=2");
                            stage.log().info("hello");
                            for (int i = 0; i < 60 && count(stage.path("logs"), "\\.gz") > 1; i++) {
                                Stage.pause(50);
                            }
                            stage.seeNames("names", "logs");
                            stage.see("kept", Files.exists(stage.path("logs/app.log." + today.minusDays(1) + ".0.gz")));
                        })
                        .same("names")
                        .has("kept", "true"),
                row("file-default-history", "Without clean-history-on-start, old archives stay at the start")
                        .play(stage -> {
                            Files.createDirectories(stage.path("logs"));
                            Files.writeString(
                                    stage.path("logs/app.log."
                                            + LocalDate.now(ZoneId.systemDefault())
                                                    .minusDays(20) + ".0.gz"),
                                    "old");
                            stage.start("--logging.file.name=" + stage.path("logs/app.log"));
                            stage.log().info("hello");
                            Stage.pause(300);
                            stage.seeNames("names", "logs");
                        })
                        .same("names")
                        .has("names", "\\.0\\.gz$"),
                row(
                                "file-former-names",
                                "logging.file.max-size and other names from before Spring Boot 2.4 count on 3.5 and 4.0, and not on 4.1")
                        .args(
                                "--logging.file.name={dir}/app.log",
                                "--logging.pattern.rolling-file-name={dir}/app-%d-%i.log",
                                "--logging.file.clean-history-on-start=true",
                                "--logging.file.max-size=2MB",
                                "--logging.file.total-size-cap=30MB",
                                "--logging.file.max-history=3")
                        .same(SYSTEM)
                        .has(SYSTEM, "^LOG_FILE=<dir>/app\\.log$"),
                row(
                                "file-former-names-beside",
                                "Where both names are set, that of logging.logback.rollingpolicy.* counts, one by one")
                        .args(
                                "--logging.file.name={dir}/app.log",
                                "--logging.file.max-size=2MB",
                                "--logging.logback.rollingpolicy.max-file-size=5MB",
                                "--logging.file.max-history=3")
                        .same(SYSTEM)
                        .has(SYSTEM, "^LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE=5242880$")
                        .hasNot(SYSTEM, "=2097152$"),
                row(
                                "file-former-names-wrong",
                                "A size under its former name that can't be read fails the start on 3.5 and 4.0")
                        .until(Boot.V40)
                        .play(stage -> stage.startFailing(
                                "--logging.file.name=" + stage.path("app.log"), "--logging.file.max-size=large"))
                        .hasNot("failure", "^started")
                        .has("failure", "large|max-size"),
                row(
                                "file-former-names-history",
                                "logging.file.max-history and logging.file.clean-history-on-start remove archives on 3.5 and 4.0, and not on 4.1")
                        .play(FileRows::cleanByFormerNames)
                        .same("names"),
                row(
                                "file-former-names-included",
                                "The same holds with a logback-spring.xml that includes file-appender.xml")
                        .resource("logback-spring.xml", included())
                        .play(FileRows::cleanByFormerNames)
                        .same("names"),
                row(
                                "file-former-names-rolled",
                                "logging.file.max-size and logging.pattern.rolling-file-name roll the file")
                        .until(Boot.V40)
                        .onlyOn(Backend.TAILRACE)
                        .args(
                                "--logging.file.name={dir}/logs/app.log",
                                "--logging.file.max-size=20KB",
                                "--logging.pattern.rolling-file-name={dir}/logs/old-%d{yyyyMM}-%i.txt.gz")
                        .play(FileRows::fill)
                        .has("names", "^old-\\d{6}-0\\.txt\\.gz$")
                        .has("lines", "^1000$"),
                row(
                                "file-former-names-rolled-included",
                                "logging.file.max-size rolls the file of a logback-spring.xml that includes file-appender.xml")
                        .until(Boot.V40)
                        .onlyOn(Backend.TAILRACE)
                        .resource("logback-spring.xml", included())
                        .args("--logging.file.name={dir}/logs/app.log", "--logging.file.max-size=20KB")
                        .play(FileRows::fill)
                        .has("names", "\\.0\\.gz$", "\\.1\\.gz$")
                        .has("lines", "^1000$"),
                row(
                                "file-former-names-found",
                                "Spring Boot 4.1 ignores the former names; with Tailrace, a finding says so and names the new one")
                        .since(Boot.V41)
                        .onlyOn(Backend.TAILRACE)
                        .alone()
                        .args(
                                "--logging.file.name={dir}/app.log",
                                "--logging.file.max-size=20KB",
                                "--logging.file.max-history=3",
                                "--logging.logback.rollingpolicy.max-history=4")
                        .count(STDERR, "TR1029", 1)
                        .has(
                                STDERR,
                                "logging\\.file\\.max-size is set, .* ignores it",
                                "Write logging\\.logback\\.rollingpolicy\\.max-file-size")
                        .hasNot(STDERR, "logging\\.file\\.max-history"),
                row("file-unwritable", "A file that can't be opened is reported, and the console goes on")
                        .play(stage -> {
                            Files.writeString(stage.path("file"), "");
                            try {
                                stage.start("--logging.file.name=" + stage.path("file/app.log"));
                                stage.log().info("hello");
                                stage.see("start", "good");
                            } catch (IllegalStateException e) {
                                stage.see("start", "failed");
                            }
                        })
                        .same("start")
                        .count(CONSOLE, "hello", 1)
                        .hasNot(STDERR, "NullPointerException"));
    }

    private static String included() {
        String folder = "<include resource=\"org/springframework/boot/logging/logback/";
        return "<configuration>" + folder + "defaults.xml\"/>" + folder + "file-appender.xml\"/>"
                + "<root level=\"INFO\"><appender-ref ref=\"FILE\"/></root></configuration>";
    }

    /** Starts on archives of one and five days, and sees which are left. */
    private static void cleanByFormerNames(Stage stage) throws Exception {
        LocalDate today = LocalDate.now(ZoneId.systemDefault());
        Files.createDirectories(stage.path("logs"));
        for (int days : new int[] {1, 5}) {
            Files.writeString(stage.path("logs/app.log." + today.minusDays(days) + ".0.gz"), "old");
        }
        stage.start(
                "--logging.file.name=" + stage.path("logs/app.log"),
                "--logging.file.clean-history-on-start=true",
                "--logging.file.max-history=2");
        stage.log().info("hello");
        for (int i = 0; i < 60 && count(stage.path("logs"), "\\.gz") > 1; i++) {
            Stage.pause(50);
        }
        stage.seeNames("names", "logs");
    }

    private static long count(Path folder, String ending) throws java.io.IOException {
        try (var files = Files.list(folder)) {
            return files.filter(each -> each.toString().matches(".*(" + ending + ")"))
                    .count();
        }
    }

    /** Logs a thousand lines of 100 characters, and counts them in all files. */
    private static void fill(Stage stage) throws Exception {
        stage.start();
        for (int i = 0; i < 1_000; i++) {
            stage.log().info("line {} {}", i, "-".repeat(80));
        }
        stage.closeAll();
        long lines = 0;
        // Rolled files are compressed after the application was closed.
        for (int tries = 0;
                tries < 400 && (lines != 1_000 || count(stage.path("logs"), "\\d|\\.rolled") > 0);
                tries++) {
            Stage.pause(25);
            lines = lines(stage.path("logs"));
        }
        stage.see("lines", lines);
        stage.seeNames("names", "logs");
    }

    private static long lines(Path folder) throws java.io.IOException {
        long lines = 0;
        List<Path> all;
        try (var files = Files.list(folder)) {
            all = files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList();
        }
        for (Path each : all) {
            try (var in = each.toString().endsWith(".gz")
                    ? new java.util.zip.GZIPInputStream(Files.newInputStream(each))
                    : Files.newInputStream(each)) {
                lines += new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains(": line "))
                        .count();
            } catch (java.io.IOException e) {
                return -1;
            }
        }
        return lines;
    }
}
