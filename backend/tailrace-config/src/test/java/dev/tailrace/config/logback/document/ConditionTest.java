package dev.tailrace.config.logback.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.config.xml.ExpressionText;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConditionTest {
    private static final Map<String, String> PROPERTIES =
            Map.of("type", "my-staging", "empty", "", "Upper", "ABC", "quote", "a\"b", "k", "type");

    /** What people write, and what is near to it. */
    private static final List<String> WRITTEN = List.of(
            "property(\"type\").contains(\"staging\")",
            "p(\"type\").contains(\"prod\")",
            "!property(\"type\").contains(\"staging\")",
            "isDefined(\"type\")",
            "isDefined(\"nope\")",
            "isDefined(\"empty\")",
            "isNull(\"nope\")",
            "!isNull(\"empty\")",
            "property(\"nope\").isEmpty()",
            "property(\"nope\") == null",
            "null != p(\"nope\")",
            "\"my-staging\".equals(property(\"type\"))",
            "property(\"Upper\").equalsIgnoreCase(\"abc\")",
            "p(\"Upper\").toLowerCase().startsWith(\"ab\") && p(\"type\").endsWith(\"ing\")",
            "isDefined(\"type\") && !isDefined(\"nope\") || false",
            "false && false || true",
            "true || false && false",
            "(true || false) && false",
            "p(\"type\").matches(\"my-(staging|test)\")",
            "p(\"type\").isEmpty() == false",
            "!(p(\"type\").trim().isEmpty() != true)",
            "  isDefined ( \"type\" )\n\t&& true  ",
            "p(\"quote\").equals(\"a\\\"b\")",
            "p(p(\"k\")).contains(\"my\")",
            "p(\"type\").equals(null)",
            "!!isDefined(\"type\")",
            "true == true != false");

    @TempDir
    Path folder;

    /** Logback hands such a text to a compiler of Java; so does this test, and compares. */
    @Test
    void evaluate_sameExpression_sameAsJava() throws Exception {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println("evaluate_sameExpression_sameAsJava: -Dtailrace.seed=" + seed);
        List<String> expressions = new ArrayList<>(WRITTEN);
        expressions.remove("true == true != false");
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            expressions.add(random(random, 4));
        }
        Class<?> java = compiled(expressions);

        for (int i = 0; i < expressions.size(); i++) {
            Method method = java.getDeclaredMethod("c" + i);
            assertThat(holds(expressions.get(i))).as(expressions.get(i)).isEqualTo(method.invoke(null));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "'propertyEquals(\"type\", \"my-staging\")', true",
                "'propertyEquals(\"nope\", \"\")', false",
                "'propertyContains(\"type\", \"stag\") && !propertyContains(\"nope\", \"x\")', true",
                "'p(\"type\") == \"my-staging\"', true",
                "'isDefined(\"type\");', true",
            })
    void evaluate_whatJavaHasNot_isEvaluatedToo(String text, boolean holds) throws Exception {
        assertThat(holds(text)).isEqualTo(holds);
    }

    @Test
    void evaluate_stringsByIdentity_areTold() throws Exception {
        assertThat(Condition.evaluate("p(\"type\") == \"x\"", PROPERTIES::get).comparesStrings())
                .isTrue();
        assertThat(Condition.evaluate("p(\"type\") != null", PROPERTIES::get).comparesStrings())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "property(\"type\")",
                "System.exit(1)",
                "java.lang.Runtime.getRuntime().exec(\"x\") == null",
                "new String(\"a\").isEmpty()",
                "p(\"type\").getClass() == null",
                "p(\"type\").length() > 3",
                "isDefined(\"type\") & true",
                "isDefined(\"type\"",
                "isDefined(type)",
                "isDefined(\"type)",
                "isDefined('type')",
                "isDefined(\"type\") isDefined(\"type\")",
                "isDefined(\"a\", \"b\")",
                "true && \"x\"",
                "!\"x\"",
                "true == \"x\"",
                "p(null).isEmpty()",
                "p(\"type\").contains(null)",
                "p(\"type\").matches(\"(\")",
                "isNull(\"a\") ? true : false",
                "\"\\u0041\".isEmpty()",
                "true; true",
                "&& true",
                "true.isEmpty()",
            })
    void evaluate_anythingElse_isAProblem(String text) {
        assertThatThrownBy(() -> holds(text))
                .isInstanceOf(ExpressionText.ProblemException.class)
                .hasMessageContaining("(at character ");
    }

    @Test
    void evaluate_hostileText_ends() {
        for (String text : new String[] {
            "(".repeat(9_000),
            "!".repeat(9_000),
            "p(".repeat(4_000),
            "true" + "&&true".repeat(100_000),
            "!(".repeat(4_000) + "true"
        }) {
            assertThatThrownBy(() -> holds(text)).isInstanceOf(ExpressionText.ProblemException.class);
        }
        assertThatThrownBy(() -> Condition.evaluate("p(\"a\").matches(\"(.*a){15}b\")", name -> "a".repeat(60)))
                .isInstanceOf(ExpressionText.ProblemException.class)
                .hasMessageContaining("takes too long");
    }

    private static boolean holds(String text) throws ExpressionText.ProblemException {
        return Condition.evaluate(text, PROPERTIES::get).holds();
    }

    private static String random(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            String[] names = {"type", "empty", "nope", "Upper"};
            String[] words = {"", "my", "ABC", "abc", "staging"};
            String name = "\"" + names[random.nextInt(names.length)] + "\"";
            String word = "\"" + words[random.nextInt(words.length)] + "\"";
            String[] atoms = {
                "true",
                "false",
                "isDefined(" + name + ")",
                "isNull(" + name + ")",
                "p(" + name + ").contains(" + word + ")",
                "property(" + name + ").startsWith(" + word + ")",
                "p(" + name + ").isEmpty()",
                word + ".equalsIgnoreCase(p(" + name + "))",
                "p(" + name + ") != null",
            };
            return atoms[random.nextInt(atoms.length)];
        }
        String left = random(random, depth - 1);
        String right = random(random, depth - 1);
        return switch (random.nextInt(5)) {
            case 0 -> left + "&&" + right;
            case 1 -> left + " || " + right;
            case 2 -> "!(" + left + ")";
            case 3 -> "(" + left + ") == (" + right + ")";
            default -> "( " + left + " )" + (random.nextBoolean() ? " && " : "||") + right;
        };
    }

    private Class<?> compiled(List<String> expressions) throws Exception {
        StringBuilder source = new StringBuilder("public class Conditions {\n"
                + "  static java.util.Map<String, String> m = java.util.Map.of(\"type\", \"my-staging\", \"empty\", \"\","
                + " \"Upper\", \"ABC\", \"quote\", \"a\\\"b\", \"k\", \"type\");\n"
                + "  static String property(String k) { String v = m.get(k); return v == null ? \"\" : v; }\n"
                + "  static String p(String k) { return property(k); }\n"
                + "  static boolean isDefined(String k) { return m.get(k) != null; }\n"
                + "  static boolean isNull(String k) { return m.get(k) == null; }\n");
        for (int i = 0; i < expressions.size(); i++) {
            source.append("  public static boolean c")
                    .append(i)
                    .append("() { return ")
                    .append(expressions.get(i))
                    .append("; }\n");
        }
        Path file = Files.writeString(folder.resolve("Conditions.java"), source.append("}\n"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-nowarn", "-proc:none", "-d", folder.toString(), file.toString()))
                .isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            return loader.loadClass("Conditions");
        }
    }
}
