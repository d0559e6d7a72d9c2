package dev.tailrace.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares the house with its drawing in docs/architecture.md. What the compiler keeps by module descriptors is not repeated here; this
 * keeps what it can't: the floors within a module, whole packages, sizes, and what is open to everyone.
 */
class FloorsTest {
    private static final int MOST_FILES = 35;
    private static final int MOST_PERCENT = 22;
    private static final String FLIGHT_RECORDER = "jdk.jfr";

    private static final List<String> UNPUBLISHED =
            List.of("bench", "boot-trials", "corpus", "stress", "testkit", "torture");

    /** The folders from below; two of one floor don't know each other. */
    private static final Map<String, Integer> FOLDERS =
            Map.of("backend", 0, "connect", 1, "doctor", 1, "tools", 2, "proof", 3);

    /** What anybody may compile against: each line is a promise. */
    private static final Set<String> OPEN = Set.of(
            "dev.tailrace",
            // For tests that look at what is logged.
            "dev.tailrace.capture",
            // A format may come from anywhere.
            "dev.tailrace.compression",
            // A framework has properties of its own.
            "dev.tailrace.config.source",
            "dev.tailrace.engine",
            // What the engine's face is told and tells.
            "dev.tailrace.finding",
            "dev.tailrace.junit",
            // Named in configurations of Logback.
            "dev.tailrace.logback",
            // Its plugin is public for Log4j.
            "dev.tailrace.log4j",
            "dev.tailrace.slf4j",
            // For fronts, which anybody may write.
            "dev.tailrace.spi",
            "dev.tailrace.destination");

    /** Methods of open classes for modules of ours: their types keep others out. */
    private static final Set<String> DOORS = Set.of("dev.tailrace.engine.AppendLog.append(int, java.lang.String, long,"
            + " dev.tailrace.bytes.TextBuffer, dev.tailrace.bytes.PendingWord)");

    /** Words with a capital that name no class of ours. */
    private static final Set<String> PROPER_NAMES = Set.of(
            "Boot", "Flight", "JMX", "JSON", "JUnit", "JVM", "JVMs", "Java", "Log4j", "Logback", "Recorder", "Spring");

    private static final Drawing DRAWING = Drawing.of(Project.root().resolve("docs/architecture.md"));
    private static final Map<String, Path> MODULES = modules();
    private static JavaClasses all = new ClassFileImporter().importClasses(List.of());

    /**
     * What the page says.
     *
     * @param modules floors by folder and name
     * @param packages floors by name
     * @param holders modules by package
     * @param texts what is said of a package
     */
    private record Drawing(
            Map<String, Integer> modules,
            Map<String, Integer> packages,
            Map<String, String> holders,
            Map<String, String> texts) {
        private static final Pattern MODULE = Pattern.compile(" {3}(\\d+) {3}(tailrace-[\\w-]+) +(\\w+) .*");
        private static final Pattern HEAD = Pattern.compile(" (tailrace-[\\w-]+)");
        private static final Pattern PACKAGE = Pattern.compile(" {3}(\\d+) {3}((?:\\.|dev\\.)[\\w.]+) (.*)");

        static Drawing of(Path page) {
            Drawing drawing = new Drawing(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
            String module = "";
            for (String line : read(page).split("\n", -1)) {
                Matcher head = HEAD.matcher(line);
                Matcher drawn = MODULE.matcher(line);
                Matcher inside = PACKAGE.matcher(line);
                if (head.matches()) {
                    module = head.group(1);
                } else if (drawn.matches()) {
                    drawing.modules.put(drawn.group(3) + "/" + drawn.group(2), Integer.valueOf(drawn.group(1)));
                } else if (inside.matches() && !module.isEmpty()) {
                    String name = inside.group(2).startsWith(".") ? "dev.tailrace" + inside.group(2) : inside.group(2);
                    assertThat(drawing.packages.put(name, Integer.valueOf(inside.group(1))))
                            .as(name + " is drawn twice")
                            .isNull();
                    drawing.holders.put(name, module);
                    drawing.texts.put(name, inside.group(3));
                } else if (line.startsWith(" one package each")) {
                    module = "";
                }
            }
            return drawing;
        }

        int floor(String module) {
            return modules.entrySet().stream()
                    .filter(each -> each.getKey().endsWith("/" + module))
                    .mapToInt(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(module + " isn't drawn"));
        }
    }

    @BeforeAll
    static void readClasses() {
        all = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tailrace");
    }

    @Test
    void modules_areThoseOfTheDrawing_inItsFolders() {
        Set<String> published = new TreeSet<>();
        MODULES.forEach((name, folder) -> {
            if (UNPUBLISHED.stream().noneMatch(each -> name.equals("tailrace-" + each))) {
                published.add(Project.root().relativize(folder).toString().replace('\\', '/'));
            }
        });
        rule("each published module is drawn, in its folder: " + published.size());
        assertThat(DRAWING.modules.keySet()).isEqualTo(published);
    }

    @Test
    void modules_knowOnlyLowerFloors() {
        rule("a module's pom names only modules on lower floors, and none that isn't published but for its tests");
        for (String module : DRAWING.modules.keySet()) {
            String name = module.substring(module.indexOf('/') + 1);
            for (String known : compileDependencies(name)) {
                assertThat(DRAWING.floor(known)).as(name + " knows " + known).isLessThan(DRAWING.floor(name));
            }
        }
    }

    @Test
    void folders_noneKnowsAHigherOne() {
        int looked = 0;
        for (String module : MODULES.keySet()) {
            for (String known : compileDependencies(module)) {
                if (!MODULES.containsKey(known) || folder(module).equals(folder(known))) {
                    continue;
                }
                looked++;
                assertThat(FOLDERS.get(folder(known)))
                        .as(module + " knows " + known)
                        .isLessThan(FOLDERS.get(folder(module)));
            }
        }
        rule("a module's pom names modules of its folder, or of lower ones: " + looked + " of lower ones");
        assertThat(looked).isGreaterThan(15);
    }

    private static String folder(String module) {
        Path parent = Objects.requireNonNull(MODULES.get(module)).getParent();
        return String.valueOf(Objects.requireNonNull(parent).getFileName());
    }

    @Test
    void packages_eachIsDrawnOnce_andInOneModule() throws IOException {
        Map<String, String> holders = new TreeMap<>();
        Map<String, Integer> files = new TreeMap<>();
        for (Map.Entry<String, Path> module : MODULES.entrySet()) {
            for (Path source : sources(module.getValue())) {
                String name = packageOf(source);
                if (name.isEmpty()) {
                    continue;
                }
                String other = holders.put(name, module.getKey());
                assertThat(other == null || other.equals(module.getKey()))
                        .as(name + " is split: " + other + ", " + module.getKey())
                        .isTrue();
                files.merge(name, 1, Integer::sum);
            }
        }
        rule("no package is split between modules: " + holders.size() + " packages");
        rule("no package has more than " + MOST_FILES + " files");
        assertThat(files).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_FILES));

        Map<String, String> several = new TreeMap<>();
        holders.forEach((name, module) -> {
            boolean alone = holders.values().stream().filter(module::equals).count() == 1;
            if (!UNPUBLISHED.contains(module.substring("tailrace-".length()))
                    && (!alone || DRAWING.holders.containsKey(name))) {
                several.put(name, module);
            }
        });
        rule("each package of a published module with several of them is drawn in it: " + several.size());
        assertThat(DRAWING.holders).isEqualTo(several);
    }

    @Test
    void packages_knowOnlyLowerFloorsOfTheirModule() {
        List<String> upwards = new ArrayList<>();
        int looked = 0;
        for (JavaClass each : all) {
            Integer floor = DRAWING.packages.get(each.getPackageName());
            String module = DRAWING.holders.get(each.getPackageName());
            if (floor == null || module == null) {
                continue;
            }
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String known =
                        dependency.getTargetClass().getBaseComponentType().getPackageName();
                Integer below = DRAWING.packages.get(known);
                if (below == null
                        || known.equals(each.getPackageName())
                        || !module.equals(DRAWING.holders.get(known))) {
                    continue;
                }
                looked++;
                if (below >= floor) {
                    upwards.add(dependency.getDescription());
                }
            }
        }
        rule("within a module a package knows only packages on lower floors: " + looked + " uses");
        assertThat(looked).isGreaterThan(1_000);
        assertThat(upwards).isEmpty();
    }

    @Test
    void dialects_ofTheConfiguration_dontKnowEachOther() {
        String logback = "dev.tailrace.config.logback..";
        String log4j = "dev.tailrace.config.log4j..";
        rule("neither dialect of the configuration knows the other; what both need is below them");
        noClasses()
                .that(resideInAPackage(log4j))
                .should()
                .dependOnClassesThat(resideInAPackage(logback))
                .check(all);
        noClasses()
                .that(resideInAPackage(logback))
                .should()
                .dependOnClassesThat(resideInAPackage(log4j))
                .check(all);
    }

    @Test
    void classes_thatTheDrawingNames_areInTheirPackages() {
        Set<String> unknown = new TreeSet<>();
        int looked = 0;
        Pattern capital = Pattern.compile("\\b[A-Z]\\w*");
        for (Map.Entry<String, String> line : DRAWING.texts.entrySet()) {
            for (MatchResult name : capital.matcher(line.getValue()).results().toList()) {
                looked++;
                Path source = Objects.requireNonNull(MODULES.get(DRAWING.holders.get(line.getKey())))
                        .resolve("src/main/java")
                        .resolve(line.getKey().replace('.', '/'))
                        .resolve(name.group() + ".java");
                if (!PROPER_NAMES.contains(name.group()) && !Files.exists(source)) {
                    unknown.add(line.getKey() + " " + name.group());
                }
            }
        }
        rule("the drawing names classes that are in their packages: " + looked + " names");
        assertThat(looked).isGreaterThan(150);
        assertThat(unknown).isEmpty();
    }

    @Test
    void classes_whereToLook_haveTheMembersNamedThere() {
        String page = read(Project.root().resolve("docs/architecture.md"));
        Set<String> unknown = new TreeSet<>();
        int looked = 0;
        Pattern code = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");
        for (MatchResult name : code.matcher(page).results().toList()) {
            looked++;
            List<JavaClass> named = all.stream()
                    .filter(each -> each.getSimpleName().equals(name.group(1)))
                    .toList();
            boolean known = name.group(2) == null
                    ? !named.isEmpty() || isInTests(name.group(1))
                    : named.stream()
                            .flatMap(each -> each.getMembers().stream())
                            .anyMatch(each -> each.getName().equals(name.group(2)));
            if (!known) {
                unknown.add(name.group());
            }
        }
        rule("the page names classes and methods that exist: " + looked + " names");
        assertThat(looked).isGreaterThan(40);
        assertThat(unknown).isEmpty();
    }

    /** The class path has no tests of other modules, nor modules that stand above this one. */
    private static boolean isInTests(String name) {
        return MODULES.values().stream().anyMatch(module -> hasSource(module, name + ".java"));
    }

    private static boolean hasSource(Path module, String file) {
        try (Stream<Path> all = Files.walk(module.resolve("src"))) {
            return all.anyMatch(each -> each.endsWith(file));
        } catch (IOException e) {
            throw new AssertionError(module.toString(), e);
        }
    }

    @Test
    void modules_noneHoldsMoreThanItsShareOfTheCode() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        for (Map.Entry<String, Path> module : MODULES.entrySet()) {
            long sum = 0;
            for (Path source : sources(module.getValue())) {
                try (Stream<String> each = Files.lines(source)) {
                    sum += each.count();
                }
            }
            lines.put(module.getKey(), sum);
        }
        long total = lines.values().stream().mapToLong(Long::longValue).sum();
        rule("no module holds more than " + MOST_PERCENT + " % of the main code: " + lines + ", in all " + total);
        assertThat(lines)
                .allSatisfy((module, count) ->
                        assertThat(count * 100 / total).as(module).isLessThan(MOST_PERCENT));
    }

    @Test
    void backend_knowsOnlyTheJdk() {
        String[] backend = DRAWING.modules.keySet().stream()
                .filter(each -> each.startsWith("backend/") && !each.endsWith("compress"))
                .flatMap(each -> DRAWING.holders.entrySet().stream()
                        .filter(one -> each.endsWith("/" + one.getValue()))
                        .map(Map.Entry::getKey))
                .toArray(String[]::new);
        rule("the backend knows only itself and the JDK: " + backend.length + " packages");
        classes()
                .that(resideInAnyPackage(backend))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(backend)
                        .or(resideInAnyPackage(
                                "java..", "javax.management..", "javax.xml..", "org.w3c.dom..", "org.xml.sax.."))
                        .or(resideInAPackage(FLIGHT_RECORDER))
                        // Annotations that are gone at run time.
                        .or(resideInAPackage("org.jspecify.annotations")))
                .check(all);
        rule("the flight recorder, which a JVM may lack, is known to one package of the backend");
        noClasses()
                .that(resideInAnyPackage(backend)
                        .and(DescribedPredicate.not(resideInAPackage("dev.tailrace.recording"))))
                .should()
                .dependOnClassesThat(resideInAPackage(FLIGHT_RECORDER))
                .check(all);
    }

    /** It is loaded into other JVMs, without anything that it does not bring. */
    @Test
    void agent_isAloneWithTheJdk() {
        String agent = "dev.tailrace.probe.agent..";
        rule("the agent knows only the JDK, and only its class files are known");
        classes()
                .that(resideInAPackage(agent))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(agent, "java..", "org.jspecify.annotations"))
                .check(all);
        noClasses()
                .that(resideInAPackage("dev.tailrace..").and(DescribedPredicate.not(resideInAPackage(agent))))
                .should()
                .dependOnClassesThat(resideInAPackage(agent))
                .check(all);
    }

    @Test
    void exports_onlyWhatIsPromisedIsOpenToEveryone() throws IOException {
        Pattern open = Pattern.compile("exports ([\\w.]+);");
        Set<String> found = new TreeSet<>();
        for (Path module : MODULES.values()) {
            Path descriptor = module.resolve("src/main/java/module-info.java");
            if (Files.exists(descriptor)) {
                Matcher exports = open.matcher(read(descriptor));
                while (exports.find()) {
                    found.add(exports.group(1));
                }
            }
        }
        rule("open to everyone are " + found);
        assertThat(found).isEqualTo(new TreeSet<>(OPEN));
    }

    /**
     * What javac's lint for exports looks for. It can't be on: it counts annotations, too, and a module that requires those of JSpecify
     * for its users, as it asks for, can't be compiled against without them.
     */
    @Test
    void signatures_ofWhatIsOpen_nameOnlyWhatIsOpen() {
        Set<String> hidden = new TreeSet<>();
        int members = 0;
        for (JavaClass each : all) {
            if (OPEN.contains(each.getPackageName()) && isOpen(each)) {
                members += (int) each.getMembers().stream()
                        .filter(member -> isSeen(member.getModifiers()))
                        .count();
                hidden.addAll(hiddenTypes(each));
            }
        }
        rule("no signature of what is open names a type that isn't: " + members + " members");
        assertThat(members).isGreaterThan(200);
        assertThat(hidden).isEmpty();
        assertThat(hiddenTypes(all.get("dev.tailrace.engine.runtime.EngineRuntime")))
                .as("what the rule would find if this class were open")
                .isNotEmpty();
    }

    /** Types in the signatures of a class that its users could not name. */
    private static Set<String> hiddenTypes(JavaClass type) {
        Set<String> hidden = new TreeSet<>();
        for (JavaMember member : type.getMembers()) {
            if (isSeen(member.getModifiers()) && !DOORS.contains(member.getFullName())) {
                member.getAllInvolvedRawTypes().stream()
                        .filter(FloorsTest::isHidden)
                        .forEach(each -> hidden.add(member.getFullName() + " names " + each.getName()));
            }
        }
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                .filter(FloorsTest::isHidden)
                .forEach(each -> hidden.add(type.getName() + " is a " + each.getName()));
        return hidden;
    }

    private static boolean isOpen(JavaClass type) {
        return isSeen(type.getModifiers())
                && type.getEnclosingClass().map(FloorsTest::isOpen).orElse(true);
    }

    private static boolean isSeen(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static boolean isHidden(JavaClass type) {
        JavaClass base = type.getBaseComponentType();
        return base.getPackageName().startsWith("dev.tailrace")
                && !(OPEN.contains(base.getPackageName()) && isOpen(base));
    }

    private static void rule(String text) {
        System.out.println("floors: " + text);
    }

    private static Map<String, Path> modules() {
        Map<String, Path> modules = new TreeMap<>();
        Matcher names = Pattern.compile("<module>([\\w/-]+)</module>")
                .matcher(read(Project.root().resolve("pom.xml")));
        while (names.find()) {
            Path folder = Project.root().resolve(names.group(1));
            if (Files.isDirectory(folder.resolve("src"))) {
                modules.put(String.valueOf(folder.getFileName()), folder);
            }
        }
        return modules;
    }

    /** Tailrace's modules that a module's pom names, but for those that only tests see and those that a class path may lack. */
    private static List<String> compileDependencies(String module) {
        List<String> known = new ArrayList<>();
        Matcher dependencies = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
                .matcher(read(Objects.requireNonNull(MODULES.get(module)).resolve("pom.xml")));
        while (dependencies.find()) {
            String text = dependencies.group(1);
            Matcher name = Pattern.compile("<artifactId>(tailrace-[\\w-]+)</artifactId>")
                    .matcher(text);
            if (name.find() && !text.contains("<scope>test</scope>")) {
                known.add(name.group(1));
            }
        }
        return known;
    }

    private static List<Path> sources(Path module) throws IOException {
        Path root = module.resolve("src/main/java");
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }

    private static String packageOf(Path source) {
        Matcher name = Pattern.compile("(?m)^package ([\\w.]+);").matcher(read(source));
        return name.find() ? name.group(1) : "";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }
}
