package dev.tailrace.doctor.rules;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LiveRecording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands beside Tailrace on the class path of a running process and takes lines away from it: the engine's own findings at the start,
 * and those for which no engine starts. Only names of jars are looked at, which a jar with jars inside doesn't show.
 */
final class ClassPaths implements DiagnosisRule {
    private static final Pattern JAR = Pattern.compile("(?:.*[/\\\\])?([^/\\\\]+?)-(\\d[^/\\\\]*)\\.jar");
    private static final String TAILRACE = "tailrace-slf4j";
    /** The property by which SLF4J asks one provider and no other. */
    private static final String CHOSEN_PROVIDER = "slf4j.provider";

    private static final String BOOT = "spring-boot";
    private static final List<String> PROVIDERS = List.of(
            "logback-classic", "log4j-slf4j2-impl", "slf4j-simple", "slf4j-jdk14", "slf4j-nop", "slf4j-reload4j");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (LiveRecording recording : ruleContext.evidence().all(LiveRecording.class)) {
            Map<String, String> jars = jars(recording.properties());
            if (jars.containsKey(TAILRACE)) {
                check(jars, recording, findings);
            }
        }
        return findings;
    }

    /** The versions of jars by their names, in the order of the class path. */
    private static Map<String, String> jars(Map<String, String> properties) {
        String separator = properties.getOrDefault("path.separator", ":");
        Map<String, String> jars = new LinkedHashMap<>();
        for (String entry : properties.getOrDefault("java.class.path", "").split(Pattern.quote(separator), -1)) {
            Matcher jar = JAR.matcher(entry);
            if (jar.matches()) {
                jars.putIfAbsent(jar.group(1), jar.group(2));
            }
        }
        return jars;
    }

    private static void check(Map<String, String> jars, LiveRecording recording, List<DiagnosisFinding> findings) {
        String slf4j = jars.get("slf4j-api");
        if (slf4j != null && slf4j.startsWith("1.")) {
            findings.add(DiagnosisFinding.of(
                    DiagnosisCode.OLD_SLF4J,
                    "slf4j-api " + slf4j
                            + " is on the class path, and SLF4J looks for backends from 2.0 on differently than"
                            + " before: no line is logged by Tailrace.",
                    null,
                    recording.source(),
                    List.of(),
                    0));
            return;
        }
        boolean behind = false;
        boolean isChosen = recording.properties().containsKey(CHOSEN_PROVIDER);
        for (String jar : jars.keySet()) {
            behind |= jar.equals(TAILRACE);
            if (PROVIDERS.contains(jar) && !isChosen) {
                add(
                        FindingCode.SEVERAL_PROVIDERS,
                        jar + " is on the class path, too, " + (behind ? "behind" : "in front of") + " " + TAILRACE
                                + ": SLF4J takes the provider that it finds first, which is "
                                + (behind ? "Tailrace." : "not Tailrace."),
                        recording,
                        findings);
            }
        }
        if (jars.containsKey(BOOT)) {
            if (!jars.containsKey("tailrace-spring-boot")) {
                add(
                        FindingCode.SPRING_BOOT_WITHOUT_MODULE,
                        "Spring Boot " + jars.get(BOOT)
                                + " is on the class path, but not tailrace-spring-boot: Boot doesn't"
                                + " know Tailrace, and what is set as logging.* has no effect.",
                        recording,
                        findings);
            }
        } else if (jars.containsKey("tomcat-embed-core") && !jars.containsKey("jul-to-slf4j")) {
            add(
                    FindingCode.JUL_NOT_BRIDGED,
                    "An embedded Tomcat is on the class path, which logs through java.util.logging, and jul-to-slf4j is not:"
                            + " what it logs isn't in Tailrace's log.",
                    recording,
                    findings);
        }
    }

    private static void add(FindingCode code, String cause, LiveRecording recording, List<DiagnosisFinding> findings) {
        findings.add(new DiagnosisFinding(
                Remark.of(Finding.of(code, cause), recording.source().file()), 0));
    }
}
