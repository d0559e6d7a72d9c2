package dev.tailrace.engine.log;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.DerivedName;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.SpecialFile;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.file.FileSinkOpener;
import dev.tailrace.engine.sink.file.FileSinkOpener.Occasion;
import dev.tailrace.engine.sink.keyed.KeyedSink;
import dev.tailrace.engine.sink.lock.DrainLock;
import dev.tailrace.engine.sink.lock.HostName;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.engine.sink.lock.LockView;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import dev.tailrace.engine.sink.rolling.RollingSummary;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file and rolling of a configuration, or of a record beside a log: all that must be known before a drainer opens the file. Immutable.
 */
public final class LogFile {
    /**
     * The logs that were emptied since this class was loaded: a line after a shutdown opens its log again, and must not empty it.
     */
    private static final Set<String> EMPTIED = ConcurrentHashMap.newKeySet();

    private static final int MOST_NEIGHBOURS = 100;
    /** A number that a rolled file got because another file had its name. */
    private static final Pattern NUMBERED = Pattern.compile("\\.[0-9]+(\\.[a-z0-9]+)?$");

    private static final String NO_DATE = "it has no %" + "d with a date that changes";

    private final RollingPolicyCodec text;
    private final Path lockFile;
    private final boolean append;
    private final boolean cleanHistoryOnStart;

    private LogFile(RollingPolicyCodec text, boolean append, boolean cleanHistoryOnStart) {
        this(text, append, cleanHistoryOnStart, LockFileName.of(text));
    }

    private LogFile(RollingPolicyCodec text, boolean append, boolean cleanHistoryOnStart, Path lockFile) {
        this.text = text;
        this.lockFile = lockFile;
        this.append = append;
        this.cleanHistoryOnStart = cleanHistoryOnStart;
    }

    /**
     * Resolves a target and checks whether it can be written. Makes missing directories, an active file with a constant name, and the lock
     * file.
     *
     * @throws SinkUnavailableException when the target can't be written at all; use the console then
     */
    public static LogFile of(DestinationConfig.File configured, Consumer<Finding> findings)
            throws SinkUnavailableException {
        DestinationConfig.File target = encodable(configured, findings);
        String given = target.file();
        Path file = given == null ? null : inRealDirectory(Path.of(given));
        return new LogFile(text(target, file, findings), target.append(), cleans(target)).orNeighbour(findings);
    }

    /** The configuration in the letters of this process's locale, since Java throws at others. */
    private static DestinationConfig.File encodable(DestinationConfig.File target, Consumer<Finding> findings) {
        String file = target.file();
        Rolling rolling = target.rolling();
        String own = file == null ? null : DerivedName.encodable(file);
        Rolling by = rolling == null ? null : rolling.with(DerivedName.encodable(rolling.fileNamePattern()));
        // The working directory, as Java knows it in such a locale.
        boolean lost = own != null
                && !Path.of(own).isAbsolute()
                && System.getProperty("user.dir", "").indexOf('\ufffd') >= 0;
        boolean same = Objects.equals(own, file)
                && (rolling == null || by == null || by.fileNamePattern().equals(rolling.fileNamePattern()));
        if (!same || lost) {
            String name = own != null ? own : by == null ? "" : by.fileNamePattern();
            findings.accept(FileFindings.nameNotEncodable(Path.of(name).toAbsolutePath()));
        }
        return new DestinationConfig.File(own, target.append(), by, target.options());
    }

    /**
     * Resolves a target with a file for each key, and checks whether its lock file can be written. Makes the common directory above all
     * these files.
     *
     * @throws SinkUnavailableException when it can't be written at all; use the console then
     */
    public static LogFile of(DestinationConfig.Keyed target, Consumer<Finding> findings)
            throws SinkUnavailableException {
        DestinationConfig.File each = encodable(target.each(), findings);
        String given = each.file();
        Path file = given == null ? null : inRealFixedDirectory(Path.of(given));
        RollingPolicyCodec.Keyed keyed = new RollingPolicyCodec.Keyed(
                target.otherwise(), target.mostOpen(), Math.min(target.idleMillis(), RollingPolicyCodec.LONGEST_IDLE));
        return new LogFile(text(each, file, findings).with(keyed), true, cleans(each)).orNeighbour(findings);
    }

    private static boolean cleans(DestinationConfig.File target) {
        return target.rolling() instanceof Rolling.TimeBased timeBased && timeBased.cleanHistoryOnStart();
    }

    /** The log's record: its file, and how it is rolled. */
    private static RollingPolicyCodec text(
            DestinationConfig.File target, @Nullable Path file, Consumer<Finding> findings)
            throws SinkUnavailableException {
        Rolling rolling = target.rolling();
        FileNamePattern pattern = rolling == null ? null : pattern(rolling, findings);
        if (file == null && (pattern == null || !namesFiles(rolling, pattern))) {
            throw new SinkUnavailableException(FileFindings.patternUnusable(
                    rolling == null ? "" : rolling.fileNamePattern(),
                    "there is no file either",
                    "Nothing names a file."));
        }
        return rolling == null || pattern == null
                ? new RollingPolicyCodec(file, "", null, linked(RollingOptions.NONE, target.options()), null)
                : text(file, rolling, pattern.under(root(pattern))).with(options(target.options(), pattern));
    }

    private static Path inRealFixedDirectory(Path given) throws SinkUnavailableException {
        Path file = given.toAbsolutePath().normalize();
        Path directory = LockFileName.fixedDirectory(file);
        try {
            FileMover.makeDirectory(directory.resolve("any"));
            return directory.toRealPath().resolve(directory.relativize(file));
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.directoryUnwritable(directory, e));
        }
    }

    /** The options that have an effect: configurations with the same meaning must have the same text. */
    private static RollingOptions options(RollingOptions given, FileNamePattern pattern) {
        boolean dated = pattern.periods() != null;
        int interval = dated ? Math.min(Math.max(1, given.interval()), RollingPolicyCodec.MOST_PERIODS) : 1;
        RollingOptions.Schedule schedule = given.schedule();
        boolean datedByRoll = dated && given.datedByRoll();
        interval = schedule == null && !datedByRoll ? interval : 1;
        RollingOptions resolved = new RollingOptions(
                interval,
                interval > 1 && given.modulate(),
                given.startSize(),
                schedule,
                datedByRoll,
                given.removals().stream()
                        .map(each -> each.in(real(Path.of(DerivedName.encodable(each.basePath())))
                                .toString()))
                        .toList());
        return linked(resolved, given);
    }

    private static RollingOptions linked(RollingOptions options, RollingOptions given) {
        String links = given.links();
        return options.withLinks(
                links == null
                        ? null
                        : real(Path.of(DerivedName.encodable(links))).toString());
    }

    /** Whether the pattern names the active file, too. */
    private static boolean namesFiles(@Nullable Rolling rolling, FileNamePattern pattern) {
        return rolling instanceof Rolling.TimeBased
                || (rolling instanceof Rolling.Numbered && pattern.periods() != null);
    }

    private static @Nullable FileNamePattern pattern(Rolling rolling, Consumer<Finding> findings) {
        String text = rolling.fileNamePattern();
        Compression compression = Compression.of(text);
        if (!compression.isAvailable()) {
            findings.accept(FileFindings.compressionMissing(text, compression.suffix()));
            text = text.substring(0, text.length() - compression.suffix().length()) + Compression.GZIP.suffix();
        }
        try {
            FileNamePattern parsed = FileNamePattern.parse(text);
            if (rolling instanceof Rolling.TimeBased timeBased) {
                if (parsed.periods() == null) {
                    throw new IllegalArgumentException(NO_DATE);
                }
                if (timeBased.maxFileSize() > 0 && !parsed.hasIndex()) {
                    findings.accept(FileFindings.patternUnusable(
                            text, "it has a size limit but no %i", "Rolling is by time only."));
                }
            } else if (!parsed.hasIndex()) {
                throw new IllegalArgumentException("it has no %i");
            }
            return parsed.fitted();
        } catch (IllegalArgumentException e) {
            findings.accept(FileFindings.patternUnusable(
                    text, String.valueOf(e.getMessage()), "The file is written without rolling."));
            return null;
        }
    }

    private static RollingPolicyCodec text(@Nullable Path file, Rolling rolling, FileNamePattern pattern) {
        String root = pattern.root();
        String below = pattern.textBelowRoot();
        if (rolling instanceof Rolling.FixedWindow window) {
            int min = Math.max(0, window.minIndex());
            int max = Math.min(Math.max(min, window.maxIndex()), min + RollingPolicyCodec.MOST_INDICES);
            return new RollingPolicyCodec(
                    file, root, new Rolling.FixedWindow(below, min, max, atLeast0(window.maxFileSize())));
        }
        if (rolling instanceof Rolling.Numbered numbered) {
            return new RollingPolicyCodec(file, root, numbered(numbered, below, pattern.periods() != null));
        }
        Rolling.TimeBased timeBased = (Rolling.TimeBased) rolling;
        int history = Math.min(Math.max(0, timeBased.maxHistory()), RollingPolicyCodec.MOST_PERIODS);
        long cap = atLeast0(timeBased.totalSizeCap());
        long size = pattern.hasIndex() ? atLeast0(timeBased.maxFileSize()) : 0;
        return new RollingPolicyCodec(file, root, new Rolling.TimeBased(below, size, history, cap, false));
    }

    private static Rolling numbered(Rolling.Numbered given, String below, boolean dated) {
        int min = Math.min(Math.max(0, given.minIndex()), Integer.MAX_VALUE - RollingPolicyCodec.MOST_INDICES);
        int history = dated ? Math.min(Math.max(0, given.maxHistory()), RollingPolicyCodec.MOST_PERIODS) : 0;
        return new Rolling.Numbered(
                below,
                min,
                Math.max(min, given.maxIndex()),
                given.newestHighest(),
                atLeast0(given.maxFileSize()),
                history,
                history == 0 ? 0 : atLeast0(given.totalSizeCap()));
    }

    private static long atLeast0(long size) {
        return Math.max(0, size);
    }

    /** Makes the directory and resolves links: all processes must find the same name, whichever links they use. */
    private static Path inRealDirectory(Path given) throws SinkUnavailableException {
        Path file = given.toAbsolutePath().normalize();
        Path directory = file.getParent();
        if (directory == null) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
        try {
            FileMover.makeDirectory(file);
            return directory.toRealPath().resolve(String.valueOf(file.getFileName()));
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.directoryUnwritable(directory, e));
        }
    }

    /** The root with links resolved as far as directories exist: the directory of rolled files is made with the first of them. */
    private static String root(FileNamePattern pattern) {
        return RollingPolicyCodec.slashed(real(Path.of(pattern.root())));
    }

    private static Path real(Path given) {
        Path root = given.toAbsolutePath().normalize();
        Path there = root;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            return there.toRealPath().resolve(there.relativize(root));
        } catch (IOException e) {
            return root; // not to be seen by this user: then as it was given
        }
    }

    /**
     * This log; if its lock file is another user's and can't be opened, a log beside it that this process can share with processes of its
     * own user. It isn't removed: no look from here could prove that no process uses it.
     */
    private LogFile orNeighbour(Consumer<Finding> findings) throws SinkUnavailableException {
        checkKind();
        LogFile elsewhere = lockedElsewhere();
        if (elsewhere != null) {
            return elsewhere;
        }
        IOException foreign = null;
        for (int n = 0; n < MOST_NEIGHBOURS; n++) {
            LogFile log = n == 0 ? this : neighbour(n);
            IOException e = log.lockFailure();
            if (e == null) {
                log.checkFile();
                if (n > 0) {
                    findings.accept(FileFindings.lockedByOther(description(), log.description(), lockFile));
                }
                return log;
            }
            foreign = e;
        }
        throw new SinkUnavailableException(FileFindings.unwritable(lockFile, Objects.requireNonNull(foreign)));
    }

    /** Reports at the start, in each process, the findings of opening the file for draining. */
    private void checkKind() throws SinkUnavailableException {
        Path file = oneFile();
        if (file != null && Files.isDirectory(file)) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
        if (file != null && SpecialFile.of(file) != SpecialFile.NONE) {
            throw new SinkUnavailableException(FileFindings.special(file));
        }
    }

    /** The active file; null where its name isn't known yet, or there are many files. */
    private @Nullable Path oneFile() {
        return text.keyed() == null ? text.file() : null;
    }

    /**
     * This log with a lock file in shared memory, where its own directory can't be written but the file can, as in {@code /var/log} and
     * where only the file is mounted; else null. It stays there while a process logs by it, even if the directory is writable by now.
     */
    private @Nullable LogFile lockedElsewhere() {
        Path file = oneFile();
        Path directory = lockFile.getParent();
        Path lock = LaneDirectory.lockFor(lockFile);
        Path ours = lock.getParent();
        if (file == null || directory == null || ours == null || !Files.isWritable(file)) {
            return null;
        }
        try {
            boolean makes = !Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS) && !Files.isWritable(directory);
            boolean held = Files.exists(lock) && LockView.first(lock) != LockView.Held.BY_NOBODY;
            if (!makes && !held) {
                return null;
            }
            LaneDirectory.remake(ours);
            DrainLock.on(lock).close();
            return new LogFile(text, append, cleanHistoryOnStart, lock);
        } catch (IOException e) {
            return null;
        }
    }

    private void checkFile() throws SinkUnavailableException {
        checkKind();
        Path file = oneFile();
        if (file == null) {
            return;
        }
        try {
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.unwritable(file, e));
        }
    }

    /** Why the existing lock file can't be opened; null if it can. Only its owner may read it. */
    private @Nullable IOException lockFailure() throws SinkUnavailableException {
        try {
            DrainLock.on(lockFile).close();
            return null;
        } catch (IOException e) {
            if (Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)) {
                return e;
            }
            Path directory = lockFile.getParent();
            throw new SinkUnavailableException(
                    FileFindings.directoryUnwritable(directory == null ? lockFile : directory, e));
        }
    }

    /**
     * Reads the text that {@link #rolling} wrote in any process. Opens and makes no file.
     *
     * @param lockFile the lock file that the text was found in
     * @throws IllegalArgumentException when the text is invalid or about another log: any program can have written it
     */
    public static LogFile ofRecord(Path lockFile, String rolling) {
        LogFile log = new LogFile(RollingPolicyCodec.parse(rolling), true, false);
        if (lockFile.equals(LaneDirectory.lockFor(log.lockFile))) {
            return new LogFile(log.text, true, false, lockFile);
        }
        if (!log.lockFile.equals(lockFile)) {
            throw new IllegalArgumentException(
                    "it is about " + log.description() + ", not about the log of " + lockFile);
        }
        return log;
    }

    /** The log of a lock file with its usual name, without rolling; null: the lock file's name doesn't say the log's. */
    public static @Nullable LogFile ofLock(Path lockFile) {
        Path log = LockFileName.plainLog(lockFile);
        return log == null ? null : new LogFile(new RollingPolicyCodec(log, "", null), true, false);
    }

    /** Whether a file is this log's active file, now or in another period, or was rolled from it. {@code name}: absolute. */
    public boolean isNamed(Path name) {
        if (text.keyed() != null) {
            return isKeyed(name);
        }
        if (name.equals(text.file())) {
            return true;
        }
        return isRolled(text.pattern(), name);
    }

    /**
     * The present files of this log: the active one, also behind a link; rolled ones, also under a numbered name; and those that wait for
     * another disk.
     */
    public List<Path> files() throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        Path active = text.file();
        if (active != null && Files.isRegularFile(active)) {
            found.add(active);
        }
        Path own = Objects.requireNonNull(lockFile.getParent(), "absolute");
        FileNamePattern pattern = text.pattern();
        if (pattern == null) {
            return List.copyOf(found);
        }
        FileNamePattern beside = pattern.under(RollingPolicyCodec.slashed(own));
        int depth = pattern.depth() + 1;
        collect(own, depth, found, reader(beside));
        collect(Path.of(pattern.root()), depth, found, reader(pattern));
        return List.copyOf(found);
    }

    /** Whether a name is the pattern's, or such a name with a number behind it. */
    private static Predicate<Path> reader(FileNamePattern pattern) {
        FileNamePattern.Reader plain = pattern.reader(false);
        FileNamePattern.Reader compressed = pattern.reader(true);
        return name -> {
            String slashed = RollingPolicyCodec.slash(name);
            String bare = NUMBERED.matcher(slashed).replaceFirst("$1");
            return plain.read(slashed) != null
                    || compressed.read(slashed) != null
                    || plain.read(NUMBERED.matcher(slashed).replaceFirst("")) != null
                    || compressed.read(bare) != null;
        };
    }

    private static void collect(Path root, int depth, Set<Path> found, Predicate<Path> wanted) throws IOException {
        Files.walkFileTree(root, Set.of(), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && wanted.test(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            /** Skips a file that was deleted in the meantime, or that this user may not read. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean isRolled(@Nullable FileNamePattern pattern, Path name) {
        String slashed = RollingPolicyCodec.slash(name);
        return pattern != null
                && (pattern.reader(false).read(slashed) != null
                        || pattern.reader(true).read(slashed) != null);
    }

    /** Whether the log has a file for each value of a key. */
    public boolean isKeyed() {
        return text.keyed() != null;
    }

    /** The active file; null where its name depends on its lines, or there are many files. */
    public @Nullable Path active() {
        return oneFile();
    }

    /** The directory and name of the links to this log's files; null: they have none. */
    public @Nullable Path links() {
        String links = text.options().links();
        return links == null ? null : Path.of(links);
    }

    /**
     * The key of an active file, where there is a file for each key; null: no key, or the file isn't active.
     *
     * @param name absolute
     */
    public @Nullable String keyOf(Path name) {
        Path file = text.file();
        if (text.keyed() == null || file == null) {
            return null;
        }
        String template = RollingPolicyCodec.slash(file);
        Matcher match = Pattern.compile(
                        Pattern.quote(template).replace(DestinationConfig.Keyed.KEY, "\\E([^/]{1,255})\\Q"))
                .matcher(RollingPolicyCodec.slash(name));
        return match.matches() ? match.group(1) : null;
    }

    /**
     * When the active file is rolled next.
     *
     * @param atMillis milliseconds since 1970; 0: not by the clock
     * @param size of the file, in bytes, from which on it is rolled; 0: not by size
     */
    public record NextRoll(long atMillis, long size) {}

    /** The next roll of a file that has a line of {@code epochNanos}, by its rolling. */
    public NextRoll nextRoll(long epochNanos) {
        FileNamePattern pattern = text.pattern();
        Rolling rolling = text.rolling();
        if (pattern == null || rolling == null) {
            return new NextRoll(0, 0);
        }
        PeriodClock clock =
                new PeriodClock(pattern.periods(), text.options(), false, TimeUnit.NANOSECONDS.toMillis(epochNanos));
        long end = clock.endNanos();
        return new NextRoll(end == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(end), rolling.maxFileSize());
    }

    /** Whether some key gives a file this name. */
    private boolean isKeyed(Path name) {
        String template = text.description().replace('\\', '/');
        Pattern any =
                Pattern.compile(Pattern.quote(template).replace(DestinationConfig.Keyed.KEY, "\\E([^/]{1,255})\\Q"));
        if (any.matcher(name.toString().replace('\\', '/')).matches()) {
            return true;
        }
        FileNamePattern pattern = text.pattern();
        if (pattern == null) {
            return false;
        }
        String own = text.root() + pattern.textBelowRoot();
        String words = Pattern.quote(own)
                .replace(DestinationConfig.Keyed.KEY, "\\E[^/]{1,255}\\Q")
                .replaceAll("%[0-9]*[di](\\{[^}]*})?", "\\\\E.{1,255}\\\\Q");
        return Pattern.matches(words, name.toString().replace('\\', '/'));
    }

    /**
     * The lock file, which identifies this log in this and later processes, even when the log's name changes with the date. Absolute, with
     * all links of its directory resolved.
     */
    public Path lockFile() {
        return lockFile;
    }

    /** For messages: the file's path, or the pattern that names it. */
    public String description() {
        return text.description();
    }

    /** The file and its rolling in one line, the same in every process with this configuration; see {@link #ofRecord}. */
    public String rolling() {
        return text.format();
    }

    /**
     * The finding that other processes roll the log as {@code recorded}, not as this one.
     *
     * @param pids of the living processes that go by {@code recorded}, as far as they are known
     */
    public Finding disagreement(LogFile recorded, List<Long> pids) {
        return FileFindings.rollingDisagrees(
                description(), recorded.summary(), RollingSummary.difference(text, recorded.text), pids);
    }

    /** How it is rolled, for messages. */
    public String summary() {
        return RollingSummary.of(text);
    }

    /**
     * How a log is rolled, for messages.
     *
     * @param rolling as {@link #rolling} writes it
     * @throws IllegalArgumentException when it can't be understood
     */
    public static String summary(String rolling) {
        return RollingSummary.of(RollingPolicyCodec.parse(rolling));
    }

    /** The nth log beside this one, for a process that can't have this one: {@code NAME.HOST-N}, also in the names of rolled files. */
    public LogFile neighbour(int n) {
        String qualifier = "." + HostName.get() + "-" + n;
        Path file = text.file();
        Path own = file == null ? null : file.resolveSibling(DerivedName.of(file) + qualifier);
        FileNamePattern pattern = text.pattern();
        Rolling rolling = text.rolling();
        Rolling qualified = pattern == null || rolling == null
                ? null
                : rolling.with(pattern.qualified(qualifier).fitted().textBelowRoot());
        String root = qualified == null ? "" : text.root();
        String links = text.options().links() == null ? null : text.options().links() + qualifier;
        return new LogFile(
                new RollingPolicyCodec(own, root, qualified, text.options().withLinks(links), text.keyed()),
                append,
                cleanHistoryOnStart);
    }

    /**
     * Opens the log for draining: makes missing directories, gives a former drainer's unfinished files to the archiver, and rolls a file
     * whose period is over. Only for the holder of {@link DrainLock#drains}.
     *
     * @param fresh whether no other process uses the log: then it is emptied if so configured, once in the life of this class loader
     * @param epochNanos the clock, in nanoseconds since the epoch
     * @param findings receives, from the drainer's and the archiver's threads, what the user should know
     * @throws SinkUnavailableException when it can't be opened; its cause is the {@link IOException}, if there was one. No file is left
     *     open then, and the call can be repeated
     */
    public Sink open(Archiver archiver, LongSupplier epochNanos, Consumer<Finding> findings, boolean fresh)
            throws SinkUnavailableException {
        RollingPolicyCodec.Keyed keyed = text.keyed();
        if (keyed != null) {
            return new KeyedSink(text, keyed, archiver, epochNanos, findings, cleanHistoryOnStart);
        }
        boolean empties = fresh && !append && EMPTIED.add(description());
        Occasion start = empties ? Occasion.EMPTYING_START : Occasion.START;
        try {
            return new FileSinkOpener(text, cleanHistoryOnStart, archiver, epochNanos, findings)
                    .open(fresh ? start : Occasion.TAKEOVER);
        } catch (FileSystemException e) {
            String named = e.getFile();
            Path file = named == null ? lockFile : Path.of(named);
            throw new SinkUnavailableException(FileFindings.unwritable(file, e), e);
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.unwritable(Path.of(description()), e), e);
        }
    }
}
