package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.rules.DiagnosisCode;
import dev.tailrace.engine.AppendLog;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.RemarkCode;
import dev.tailrace.probe.jvm.RefusalCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keeps dead things out: codes that nothing raises, methods that nothing calls, and tests far from their code. */
@Tag("anyjdk")
class GuardsTest {
    /** Those whose callers are applications, which are not here. */
    private static final List<Class<?>> CALLED_BY_APPLICATIONS =
            List.of(LogEngine.class, LogEngine.Options.class, AppendLog.class);

    private static final Pattern MODULE = Pattern.compile("/(tailrace-[\\w-]+)/target/");
    private static final Pattern OUTERMOST = Pattern.compile("[^$]+");

    private static JavaClasses all = new ClassFileImporter().importClasses(List.of());
    /** Main classes and the tests of the modules that are on the class path. */
    private static JavaClasses withTests = all;

    @BeforeAll
    static void readClasses() throws IOException {
        all = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tailrace");
        Set<String> modules = new TreeSet<>();
        all.forEach(each -> modules.add(moduleOf(each)));
        try (Stream<Path> folders = Files.list(Project.root()).filter(Files::isDirectory)) {
            List<Path> tests = folders.flatMap(folder -> modules.stream().map(folder::resolve))
                    .map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .toList();
            assertThat(tests).hasSizeGreaterThan(8);
            withTests = new ClassFileImporter()
                    .importLocations(Stream.concat(
                                    all.stream()
                                            .map(each -> each.getSource()
                                                    .orElseThrow()
                                                    .getUri())
                                            .map(Location::of),
                                    tests.stream().map(Location::of))
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void codes_eachIsRaisedSomewhere_andHasASectionOfTheReference() throws IOException {
        Set<String> sections = sections();
        Set<String> unraised = new TreeSet<>();
        Set<String> undocumented = new TreeSet<>();
        Map<String, String> codes = codes();
        codes.forEach((constant, code) -> {
            int dot = constant.lastIndexOf('.');
            JavaClass holder = all.get(constant.substring(0, dot));
            boolean raised = holder.getField(constant.substring(dot + 1)).getAccessesToSelf().stream()
                    .anyMatch(access -> isUse(access, holder));
            if (!raised) {
                unraised.add(constant);
            }
            if (!sections.contains(code)) {
                undocumented.add(code);
            }
        });
        assertThat(codes).hasSizeGreaterThan(200);
        assertThat(unraised).as("codes that no main code raises").isEmpty();
        assertThat(undocumented).as("codes without a section").isEmpty();
    }

    /** A switch over an enum names its constants in a class of the compiler's. */
    private static boolean isUse(JavaFieldAccess access, JavaClass holder) {
        JavaClass origin = access.getOriginOwner();
        return !origin.equals(holder) && !origin.getName().matches(".*\\$\\d+");
    }

    private static Map<String, String> codes() {
        Map<String, String> codes = new TreeMap<>();
        Arrays.stream(FindingCode.values()).forEach(each -> codes.put(name(each), each.code()));
        Stream.of(LintCode.values(), DiagnosisCode.values(), HeapCode.values())
                .flatMap(Arrays::stream)
                .forEach(each -> codes.put(name((Enum<?>) each), ((RemarkCode) each).code()));
        Arrays.stream(RefusalCode.values()).forEach(each -> codes.put(name(each), each.code()));
        return codes;
    }

    private static String name(Enum<?> constant) {
        return constant.getDeclaringClass().getName() + "." + constant.name();
    }

    private static Set<String> sections() throws IOException {
        Pattern anchor = Pattern.compile("(?m)^#+ <a id=\"(tr\\d{4})\"></a>(TR\\d{4}) ");
        Set<String> sections = new HashSet<>();
        try (Stream<Path> pages = Files.list(Project.root().resolve("docs/reference"))) {
            for (Path page :
                    pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                anchor.matcher(Files.readString(page)).results().forEach(each -> sections.add(each.group(2)));
            }
        }
        return sections;
    }

    @Test
    void methodsForApplications_eachIsCalledByATestOrAnExample() throws IOException {
        String examples = examples();
        Set<String> uncalled = new TreeSet<>();
        int looked = 0;
        for (Class<?> type : CALLED_BY_APPLICATIONS) {
            JavaClass open = withTests.get(type);
            for (JavaMethod method : open.getMethods()) {
                if (!method.getModifiers().contains(JavaModifier.PUBLIC)) {
                    continue;
                }
                looked++;
                boolean called = method.getAccessesToSelf().stream()
                        .map(JavaAccess::getOriginOwner)
                        .anyMatch(origin -> !outermost(origin).equals(outermost(open)));
                if (!called && !examples.contains("." + method.getName() + "(")) {
                    uncalled.add(method.getFullName());
                }
            }
        }
        assertThat(looked).isGreaterThan(15);
        assertThat(uncalled).isEmpty();
    }

    private static String examples() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(Project.root().resolve("examples"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    @Test
    void tests_standInAModuleWhoseCodeTheyNeed() {
        Map<JavaClass, List<JavaClass>> inner = new HashMap<>();
        withTests.forEach(each -> each.getEnclosingClass()
                .ifPresent(outer ->
                        inner.computeIfAbsent(outer, any -> new ArrayList<>()).add(each)));
        Set<String> misplaced = new TreeSet<>();
        int looked = 0;
        for (JavaClass test : withTests) {
            if (isTest(test)) {
                Set<String> needed = modulesNeeded(test, inner);
                looked++;
                boolean own = needed.contains(moduleOf(test));
                needed.remove("tailrace-testkit");
                if (!needed.isEmpty() && !own) {
                    misplaced.add(test.getName());
                }
            }
        }
        assertThat(looked).isGreaterThan(200);
        assertThat(misplaced).as("but for this one").containsExactly(GuardsTest.class.getName());
    }

    private static boolean isTest(JavaClass type) {
        return isOfTests(type)
                && type.getEnclosingClass().isEmpty()
                && type.getAllMethods().stream()
                        .flatMap(each -> each.getAnnotations().stream())
                        .anyMatch(each -> each.getRawType().getName().startsWith("org.junit.jupiter"))
                && hasSource(type);
    }

    /** A class file may be left of a test that has moved. */
    private static boolean hasSource(JavaClass type) {
        String path = Path.of(type.getSource().orElseThrow().getUri()).toString();
        return Files.exists(
                Path.of(path.replace("target/test-classes", "src/test/java").replace(".class", ".java")));
    }

    /** The modules of the main classes that a test uses, by itself or through other test classes. */
    private static Set<String> modulesNeeded(JavaClass test, Map<JavaClass, List<JavaClass>> inner) {
        Set<String> modules = new TreeSet<>();
        Set<JavaClass> seen = new HashSet<>();
        Deque<JavaClass> left = new ArrayDeque<>(List.of(test));
        while (!left.isEmpty()) {
            JavaClass next = left.pop();
            if (!next.getName().startsWith("dev.tailrace.") || next.getSource().isEmpty() || !seen.add(next)) {
                continue;
            }
            if (!isOfTests(next)) {
                modules.add(moduleOf(next));
                continue;
            }
            next.getDirectDependenciesFromSelf()
                    .forEach(each -> left.push(each.getTargetClass().getBaseComponentType()));
            inner.getOrDefault(next, List.of()).forEach(left::push);
        }
        return modules;
    }

    private static boolean isOfTests(JavaClass type) {
        return type.getSource()
                .filter(each -> each.getUri().toString().contains("/target/test-classes/"))
                .isPresent();
    }

    private static String moduleOf(JavaClass type) {
        URI from = type.getSource().orElseThrow().getUri();
        Matcher module = MODULE.matcher(from.toString());
        assertThat(module.find()).as(from.toString()).isTrue();
        return module.group(1);
    }

    private static String outermost(JavaClass type) {
        Matcher name = OUTERMOST.matcher(type.getName());
        return name.find() ? name.group() : type.getName();
    }
}
