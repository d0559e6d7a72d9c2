package dev.tailrace.cli.top;

import dev.tailrace.guest.view.LogsHere;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** Shows reports on a terminal, one after the other, and obeys its keys. Used by one thread. */
public final class TopScreen {
    /** Finds the logs. Called repeatedly, because logs appear and disappear. */
    public interface Logs {
        /** The logs that there are now; throws with a plain sentence when there are none. */
        LogsHere find() throws IOException;
    }

    private static final String ESCAPE = "\u001b[";
    private static final List<String> HELP = List.of(
            "s      sort by the next column: lines/s, waiting, oldest, memory, dropped, limited, name",
            "/      only logs or processes with these letters; Enter ends, Escape clears",
            "space  pause, and go on",
            "j, k   down, up; also the arrow keys",
            "Enter  the processes of the log, and back",
            "?      this help",
            "q      quit",
            "",
            "*PID     drains the log",
            "LINES/S  estimated: bytes, by the mean length of the last batch's lines",
            "WAITING  lines that are not in the file yet",
            "OLDEST   how long the oldest of these has waited",
            "MEMORY   the process's rings of this log / the cap of all its rings",
            "SPILL    lines moved to disk",
            "WAITS    log calls that waited for room",
            "DROPPED  events dropped since the process started",
            "LIMITED  events that limits held back since then");

    private final Logs logs;
    private final long intervalMillis;
    private final boolean colours;
    private final TopModel model = new TopModel();
    private TopSort sort = TopSort.RATE;
    private String filter = "";
    private boolean typing;
    private boolean paused;
    private boolean help;
    private int scroll;
    /** The chosen log, by its place among those shown. */
    private int chosen;
    /** Whether its processes are shown; else all logs are, a line each. */
    private boolean open;

    /** Whether there is one log at most, which is shown with its processes. */
    private boolean alone;

    private volatile boolean over;
    private String trouble = "";
    private @Nullable TopReport report;

    /** @param colours whether lines may have colours */
    public TopScreen(Logs logs, long intervalMillis, boolean colours) {
        this.logs = logs;
        this.intervalMillis = intervalMillis;
        this.colours = colours;
    }

    /** Shows until a key ends it; false: there is no terminal that could show it. */
    public boolean run() throws IOException {
        try (Terminal terminal = TerminalBuilder.builder()
                .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                .dumb(true)
                .build()) {
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                return false;
            }
            Attributes before = terminal.enterRawMode();
            terminal.handle(Terminal.Signal.INT, signal -> over = true);
            PrintWriter out = terminal.writer();
            Thread restore = new Thread(() -> leave(out));
            Runtime.getRuntime().addShutdownHook(restore);
            out.print(ESCAPE + "?1049h" + ESCAPE + "?25l");
            try {
                loop(terminal, out);
            } finally {
                leave(out);
                terminal.setAttributes(before);
                forget(restore);
            }
        }
        return true;
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already, and the hook runs.
            return;
        }
    }

    private static void leave(PrintWriter out) {
        out.print(ESCAPE + "?25h" + ESCAPE + "?1049l");
        out.flush();
    }

    private void loop(Terminal terminal, PrintWriter out) throws IOException {
        NonBlockingReader keys = terminal.reader();
        // The second look comes soon: there are no rates before.
        long next = System.nanoTime();
        long pause = Math.min(300, intervalMillis);
        while (!over) {
            long now = System.nanoTime();
            if (!paused && now - next >= 0) {
                look();
                next = System.nanoTime() + pause * 1_000_000L;
                pause = intervalMillis;
            }
            draw(terminal, out);
            long left = paused ? intervalMillis : Math.max(1, (next - System.nanoTime()) / 1_000_000L);
            // A look at many logs takes long: first all keys that were pressed during the last one.
            for (int key = keys.read(Math.min(left, 250)); key != NonBlockingReader.READ_EXPIRED; key = keys.read(1)) {
                if (key < 0) {
                    return;
                }
                press(key, keys);
            }
        }
    }

    private void look() {
        try {
            report = model.look(logs.find());
            trouble = "";
        } catch (IOException | UncheckedIOException e) {
            trouble = String.valueOf(e.getMessage());
        }
    }

    private void press(int key, NonBlockingReader keys) throws IOException {
        if (typing) {
            type(key);
            return;
        }
        boolean wasHelp = help;
        help = false;
        switch (key) {
            case 'q', 3 -> over = true;
            case 's' -> sort = sort.next();
            case '/' -> {
                typing = true;
                filter = "";
            }
            case ' ' -> paused = !paused;
            case '?', 'h' -> help = !wasHelp;
            case 'j' -> move(1);
            case 'k' -> move(-1);
            case '\r', '\n' -> {
                open = !open;
                scroll = 0;
            }
            case 27 -> arrow(keys);
            default -> scroll = Math.max(0, scroll);
        }
    }

    private void type(int key) {
        if (key == '\r' || key == '\n') {
            typing = false;
        } else if (key == 27) {
            typing = false;
            filter = "";
        } else if (key == 127 || key == 8) {
            filter = filter.isEmpty() ? "" : filter.substring(0, filter.length() - 1);
        } else if (key >= ' ') {
            filter += (char) key;
        }
        scroll = 0;
    }

    /** Escape and [ or O, and a letter. */
    private void arrow(NonBlockingReader keys) throws IOException {
        int second = keys.read(20);
        int third = second == '[' || second == 'O' ? keys.read(20) : NonBlockingReader.READ_EXPIRED;
        if (third == 'A') {
            move(-1);
        } else if (third == 'B') {
            move(1);
        } else if (second == NonBlockingReader.READ_EXPIRED) {
            filter = open ? filter : "";
            open = false;
        }
    }

    private void move(int by) {
        if (open || alone) {
            scroll = Math.max(0, scroll + by);
        } else {
            chosen = Math.max(0, chosen + by);
        }
    }

    private void draw(Terminal terminal, PrintWriter out) {
        Size size = terminal.getSize();
        int width = size.getColumns() > 0 ? size.getColumns() : 80;
        int height = size.getRows() > 0 ? size.getRows() : 24;
        List<String> rows = rows(width, height);
        StringBuilder screen = new StringBuilder(ESCAPE + "H");
        for (int i = 0; i < height; i++) {
            screen.append(i < rows.size() ? rows.get(i) : "").append(ESCAPE).append('K');
            screen.append(i < height - 1 ? "\r\n" : "");
        }
        out.print(screen.append(ESCAPE).append('J'));
        out.flush();
    }

    private List<String> rows(int width, int height) {
        List<String> rows = new ArrayList<>();
        TopReport shown = report;
        if (shown == null) {
            rows.add(trouble.isEmpty() ? "tailrace top: looking ..." : cut("tailrace top: " + trouble, width));
            return rows;
        }
        TopTable table = new TopTable(shown, sort, filter, width, ZoneId.systemDefault());
        rows.add(cut(
                table.title(typing ? "(typing)" : paused ? "PAUSED" : trouble.isEmpty() ? "" : trouble)
                        .text(),
                width));
        int room = Math.max(0, height - 2);
        List<String> names = table.logs();
        alone = names.size() <= 1;
        chosen = Math.max(0, Math.min(chosen, names.size() - 1));
        List<TopTable.Line> lines =
                alone ? table.lines() : open ? table.lines(names.get(chosen)) : overview(table, room);
        if (help) {
            HELP.forEach(each -> rows.add(cut("  " + each, width)));
        } else {
            scroll = Math.min(scroll, Math.max(0, lines.size() - room));
            for (TopTable.Line each : lines.subList(scroll, Math.min(lines.size(), scroll + room))) {
                rows.add(coloured(each));
            }
        }
        while (rows.size() < height - 1) {
            rows.add("");
        }
        int below = lines.size() - scroll - room;
        String keys = typing
                ? "/" + filter + "_"
                : "q quit  s sort  / filter  space pause  ? help"
                        + (alone ? "" : open ? "  Enter back" : "  Enter open")
                        + (below > 0 && !help ? "  j: " + below + " more lines" : "");
        rows.subList(height - 1, rows.size()).clear();
        rows.add(cut(keys, width));
        return rows;
    }

    /** All logs, the chosen one in reverse, scrolled to where that is seen. */
    private List<TopTable.Line> overview(TopTable table, int room) {
        List<TopTable.Line> lines = new ArrayList<>(table.remarks());
        int at = lines.size() + chosen;
        lines.addAll(table.overview());
        lines.set(at, new TopTable.Line(TopTable.Style.HEAD, lines.get(at).text()));
        scroll = Math.max(at - room + 1, Math.min(scroll, at));
        return lines;
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width);
    }

    private String coloured(TopTable.Line line) {
        String code = switch (line.style()) {
            case PLAIN -> "";
            case LOG -> "1";
            case HEAD -> "7";
            case STOPPED -> "33";
            case DEAD -> "31";
            case ALERT -> "1;31";
        };
        // Bold and reverse are no colours.
        boolean allowed = colours || line.style() == TopTable.Style.LOG || line.style() == TopTable.Style.HEAD;
        return code.isEmpty() || !allowed ? line.text() : ESCAPE + code + "m" + line.text() + ESCAPE + "0m";
    }
}
