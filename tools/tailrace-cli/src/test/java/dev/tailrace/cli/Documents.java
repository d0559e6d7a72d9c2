package dev.tailrace.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Markdown pages below a folder, and what is wrong with them. Each check returns its complaints as {@code FILE:LINE: reason}, with lines
 * counted from 1; an empty list means that all is well. Not thread-safe.
 */
final class Documents {
    static final int LONGEST_LINE = 120;

    static final int LONGEST_GUIDE = 1_200;

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    /** As messages name them: from the project's root, with or without an anchor. */
    private static final Pattern NAMED_PAGE = Pattern.compile("\\bdocs/[\\w./-]+\\.md(#[\\w-]+)?");

    private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?:(?!\\1).)+?\\1");

    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?)[ #]*");

    private static final Pattern ABSOLUTE = Pattern.compile("[a-z][a-z+.-]*:.*|//.*");

    private static final Pattern PRIVATE_WORDS =
            Pattern.compile("(?i)\\b(nobody|somebody|whoever|anybody|untold|told|tells|how-manieth)\\b");

    /** A link or a piece of code has no place where a line may be broken. */
    private static final Pattern ATOM = Pattern.compile("(?:\\[(?:[^\\[\\]]|\\[[^]]*])*]\\([^)]*\\)|`[^`]*`|\\S)+");

    private static final Pattern MARKER = Pattern.compile("\\s*(?:[-*+] |\\d+[.)] |> ?)*\\s*");

    /** @param fenced whether each line is code between fences, the fences included */
    private record Page(Path file, List<String> lines, List<Boolean> fenced) {}

    private final Path root;

    private final Map<Path, Page> pages = new TreeMap<>();

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    /**
     * Reads all pages but those in hidden folders and folders of builds.
     *
     * @throws IOException if a page can't be read
     */
    Documents(Path root) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        Files.walkFileTree(this.root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean skipped = !folder.equals(Documents.this.root)
                        && (name.startsWith(".") || name.equals("target") || name.equals("build"));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".md")) {
                    pages.put(file, page(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    int count() {
        return pages.size();
    }

    /** Relative links whose file, or whose anchor on a page, doesn't exist. */
    List<String> deadLinks() {
        List<String> complaints = new ArrayList<>();
        for (Page page : pages.values()) {
            forEachProse(page, (number, line) -> {
                Matcher links = LINK.matcher(CODE_SPAN.matcher(line).replaceAll("x"));
                while (links.find()) {
                    String reason = deadLink(page.file, links.group(1));
                    if (!reason.isEmpty()) {
                        complaints.add(at(page, number) + reason);
                    }
                }
            });
        }
        return complaints;
    }

    /** Pages, with their anchors, that a text such as a message of the product names and that don't exist. */
    List<String> deadNames(String text) {
        return NAMED_PAGE
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(name -> !deadLink(root.resolve("README.md"), name).isEmpty())
                .toList();
    }

    private String deadLink(Path from, String link) {
        if (ABSOLUTE.matcher(link).matches()) {
            return "";
        }
        int hash = link.indexOf('#');
        String name = hash < 0 ? link : link.substring(0, hash);
        Path target = name.isEmpty()
                ? from
                : from.resolveSibling(name).toAbsolutePath().normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            return "no such file: " + link;
        }
        Page page = pages.get(target);
        return hash < 0 || page == null || anchors(page).contains(link.substring(hash + 1))
                ? ""
                : "no such anchor: " + link;
    }

    /** Lines of prose beyond {@link #LONGEST_LINE} characters that could be broken; pages that are data of tests are left as they are. */
    List<String> longLines() {
        List<String> complaints = new ArrayList<>();
        for (Page page : pages.values()) {
            if (root.relativize(page.file).toString().replace('\\', '/').contains("/src/")) {
                continue;
            }
            forEachProse(page, (number, line) -> {
                if (line.length() > LONGEST_LINE && !isTable(line) && !line.startsWith("#") && canBreak(line)) {
                    complaints.add(at(page, number) + line.length() + " characters, " + LONGEST_LINE + " are allowed");
                }
            });
        }
        return complaints;
    }

    private static boolean canBreak(String line) {
        Matcher marker = MARKER.matcher(line);
        Matcher atoms = ATOM.matcher(line).region(marker.lookingAt() ? marker.end() : 0, line.length());
        boolean first = atoms.find();
        return first && atoms.find();
    }

    /** Pages of a folder with more than {@link #LONGEST_GUIDE} words; tables don't count. */
    List<String> longPages(String folder) {
        List<String> complaints = new ArrayList<>();
        for (Page page : in(folder)) {
            int words = 0;
            for (String line : page.lines) {
                words += isTable(line) || line.isBlank() ? 0 : line.strip().split("\\s+").length;
            }
            if (words > LONGEST_GUIDE) {
                complaints.add(at(page, 1) + words + " words, " + LONGEST_GUIDE + " are allowed");
            }
        }
        return complaints;
    }

    /** Pages of a folder, but its README, whose headings of the second level aren't these, in this order. */
    List<String> otherHeadings(String folder, List<String> headings) {
        List<String> complaints = new ArrayList<>();
        for (Page page : in(folder)) {
            List<String> found = new ArrayList<>();
            forEachProse(page, (number, line) -> {
                if (line.startsWith("## ")) {
                    found.add(line.substring(3).strip());
                }
            });
            if (!page.file.endsWith("README.md") && !found.equals(headings)) {
                complaints.add(at(page, 1) + "headings " + found + " in place of " + headings);
            }
        }
        return complaints;
    }

    /** Prose of a page or a folder in which a pronoun stands where the thing has a name, or "tell" where one reports, prints or shows. */
    List<String> privateWords(String pageOrFolder) {
        List<String> complaints = new ArrayList<>();
        for (Page page : in(pageOrFolder)) {
            forEachProse(page, (number, line) -> {
                Matcher word = PRIVATE_WORDS.matcher(CODE_SPAN.matcher(line).replaceAll("x"));
                if (word.find()) {
                    complaints.add(at(page, number) + "find the plain word for \"" + word.group() + '"');
                }
            });
        }
        return complaints;
    }

    private List<Page> in(String pageOrFolder) {
        Path path = root.resolve(pageOrFolder);
        return pages.values().stream()
                .filter(each -> each.file.startsWith(path))
                .toList();
    }

    private interface Lines {
        void line(int number, String line);
    }

    private static void forEachProse(Page page, Lines to) {
        for (int i = 0; i < page.lines.size(); i++) {
            if (!page.fenced.get(i)) {
                to.line(i + 1, page.lines.get(i));
            }
        }
    }

    private String at(Page page, int line) {
        return root.relativize(page.file).toString().replace('\\', '/') + ":" + line + ": ";
    }

    private static boolean isTable(String line) {
        return line.stripLeading().startsWith("|");
    }

    private static Page page(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<Boolean> fenced = new ArrayList<>();
        String fence = "";
        for (String line : lines) {
            String text = line.strip();
            boolean isFence = text.startsWith("```") || text.startsWith("~~~");
            if (fence.isEmpty()) {
                fence = isFence ? text.substring(0, 3) : "";
                fenced.add(isFence);
            } else {
                fence = text.equals(fence) ? "" : fence;
                fenced.add(true);
            }
        }
        return new Page(file, lines, fenced);
    }

    /** Those that are written, and those that GitHub makes of headings. */
    private Set<String> anchors(Page page) {
        return anchors.computeIfAbsent(page.file, file -> {
            Set<String> names = new HashSet<>();
            forEachProse(page, (number, line) -> {
                Matcher written = ANCHOR.matcher(line);
                while (written.find()) {
                    names.add(written.group(1));
                }
                Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    String name = slug(heading.group(1));
                    String unique = name;
                    for (int i = 1; !names.add(unique); i++) {
                        unique = name + "-" + i;
                    }
                }
            });
            return names;
        });
    }

    private static String slug(String heading) {
        return heading.replaceAll("<[^>]*>", "")
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
    }
}
