package dev.tailrace.lint;

import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Remark;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Remedies where no application runs: lint has neither its class path nor what its start script sets, so that what it
 * misses may be there when the application runs.
 */
final class InLint {
    private static final Pattern RESOURCE =
            Pattern.compile("The resource \"(.*)\" of <\\w+> is not on the class path;.*");
    private static final Pattern NOT_INCLUDED = Pattern.compile("The (?:file|resource) \".*\" of <include> .*");
    private static final Pattern SYSTEM_PROPERTY = Pattern.compile(".*-D([\\w.-]+)=\\.\\.\\..*");
    private static final Pattern ENVIRONMENT = Pattern.compile("Set the environment variable (\\w+) .*");
    private static final Pattern FROM_OUTSIDE = Pattern.compile(
            "The variable (?:\"(?:sys|env):.*\" is not defined;|\".*\" is not defined; Spring's property ).*");
    private static final Pattern PLACEHOLDER = Pattern.compile("There is no level \"(#[^\"]+#|@[^\"]+@)\";.*");
    private static final Pattern BOOT_FILE =
            Pattern.compile("(?:.*[/\\\\])?(?:application|bootstrap)(?:-[^/\\\\]*)?\\.(?:properties|ya?ml)");
    private static final String OF_BOOT = "org/springframework/boot/";

    private InLint() {}

    /** Remarks with another remedy where they need one here. */
    static List<Remark> of(List<Remark> remarks, String file) {
        Set<String> including = remarks.stream()
                .filter(each -> is(each, FindingCode.INCLUDE_NOT_READ)
                        && NOT_INCLUDED.matcher(each.cause()).matches())
                .map(each -> String.valueOf(each.file()))
                .collect(Collectors.toSet());
        return remarks.stream()
                .filter(each -> !followsFromUndefined(each, remarks)
                        && !isOfSpring(each)
                        && !(including.contains(String.valueOf(each.file())) && isOfInclude(each)))
                .map(each -> of(each, file, including.contains(String.valueOf(each.file()))))
                .toList();
    }

    /** A format that Spring's properties give: that they aren't at hand is said once a file. */
    private static boolean isOfSpring(Remark remark) {
        return is(remark, FindingCode.JSON_FORMAT_OTHER)
                && remark.cause().startsWith("The structured format is empty;");
    }

    /** What an included file that was not read may have. */
    private static boolean isOfInclude(Remark remark) {
        return is(remark, FindingCode.UNKNOWN_APPENDER) || is(remark, FindingCode.NO_APPENDER_LEFT);
    }

    /** A target's setting of which another remark says that its variable isn't defined. */
    private static boolean followsFromUndefined(Remark remark, List<Remark> remarks) {
        return is(remark, FindingCode.TARGET_SETTING)
                && remarks.stream()
                        .anyMatch(each -> is(each, FindingCode.UNDEFINED_VARIABLE)
                                && each.line() == remark.line()
                                && Objects.equals(each.file(), remark.file()));
    }

    /** @param lacks whether a file that it includes was not read */
    private static Remark of(Remark remark, String file, boolean lacks) {
        if (is(remark, FindingCode.INCLUDE_NOT_READ) || is(remark, FindingCode.PROPERTIES_NOT_READ)) {
            Matcher resource = RESOURCE.matcher(remark.cause());
            return resource.matches() ? remark.instead(resource(resource.group(1))) : remark;
        }
        if (is(remark, FindingCode.UNDEFINED_VARIABLE)) {
            Remark known = remark.instead(first(elsewhere(lacks), first(given(remark.remedy()), remark.remedy())));
            // A file that names properties of the system or of Spring, or the environment, expects them to be set from
            // outside.
            return FROM_OUTSIDE.matcher(remark.cause()).matches() ? known.severity("info") : known;
        }
        if (is(remark, FindingCode.BAD_LEVEL)
                && PLACEHOLDER.matcher(remark.cause()).matches()) {
            return remark.severity("info")
                    .instead(
                            "If Maven or Gradle puts a level there when it copies the file, look at the copy with lint, in target"
                                    + " or build.");
        }
        if (is(remark, FindingCode.TRIGGER_IGNORED) && remark.cause().contains("writes no more")) {
            return remark.severity("error");
        }
        if (is(remark, FindingCode.JSON_TEMPLATE) && remark.remedy().startsWith("Correct eventTemplateUri")) {
            return remark.instead(
                    "If it is on the application's class path, put a copy beside this file for lint. Else "
                            + "correct eventTemplateUri: a resource of the class path or a file.");
        }
        if (is(remark, FindingCode.FORMAT_NOT_READ)
                && file.equals(remark.file())
                && BOOT_FILE.matcher(file).matches()) {
            return remark.because("These are settings of Spring Boot. Lint checks logback.xml, log4j2.xml and"
                            + " log4j2.properties, not logging.* in this file; Tailrace reads them when the application"
                            + " starts.")
                    .instead("Start the application and look at what is in use: ./tailrace verify LOGFILE shows the"
                            + " rolling, ./tailrace top all logs. docs/guide/spring-boot.md has the properties.");
        }
        if (is(remark, FindingCode.FILE_NOT_FOUND) && file.equals(remark.file())) {
            return remark.instead("Correct the path that lint was given.");
        }
        return remark;
    }

    /** Whether a finding is about a resource of Spring Boot's. */
    static boolean isOfBoot(String cause) {
        return cause.startsWith("The resource \"" + OF_BOOT);
    }

    private static boolean is(Remark remark, FindingCode code) {
        return remark.code().equals(code.code());
    }

    private static String resource(String name) {
        return name.startsWith(OF_BOOT)
                ? "Nothing to do for the application, which finds it in spring-boot.jar. For lint, unpack it beside this file:"
                        + " unzip spring-boot-VERSION.jar \"" + OF_BOOT + "logging/logback/*\"."
                : "If it is on the application's class path, put a copy beside this file for lint, which looks nowhere else."
                        + " Else correct its name.";
    }

    private static String first(String first, String otherwise) {
        return first.isEmpty()
                ? otherwise
                : first + " Else " + Character.toLowerCase(otherwise.charAt(0)) + otherwise.substring(1);
    }

    /** An included file that was not read may define what is missing. */
    private static String elsewhere(boolean lacks) {
        return lacks
                ? "Let lint read what is included and was not read (" + FindingCode.INCLUDE_NOT_READ.code()
                        + "): it may be defined there."
                : "";
    }

    /** How lint gets what a start script sets. */
    private static String given(String remedy) {
        Matcher environment = ENVIRONMENT.matcher(remedy);
        if (environment.matches()) {
            return "If a start script sets it, start lint with it, too: " + environment.group(1)
                    + "=... ./tailrace lint.";
        }
        Matcher property = SYSTEM_PROPERTY.matcher(remedy);
        return property.matches()
                ? "If a start script sets it, start lint with it, too: JAVA_TOOL_OPTIONS=-D" + property.group(1)
                        + "=... ./tailrace lint."
                : "";
    }
}
