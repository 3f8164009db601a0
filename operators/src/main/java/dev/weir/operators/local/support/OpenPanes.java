package dev.weir.operators.local.support;

import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.operators.time.Window;
import java.util.List;
import java.util.TreeMap;

/**
 * The sums of the panes that a window may still need. Panes without reports take no room. A window is the sum of its panes, in
 * whole numbers: the same whatever the order in which reports came and however they were dealt to machines.
 */
final class OpenPanes {

    private final LocalMechanism mechanism;
    private final Window window;
    private final TreeMap<Long, ReportSums> panes = new TreeMap<>();

    /** No panes of the windows of a question. */
    OpenPanes(ReportQuestion asked) {
        this.mechanism = asked.question().mechanism();
        this.window = asked.window();
    }

    /** Adds the sums of a part of a pane. */
    void add(SupportPart part) {
        panes.computeIfAbsent(part.end(), end -> ReportSums.of(mechanism)).addWords(part.words());
    }

    /** The start of the window that ends at a time, epoch milliseconds. */
    long start(long end) {
        return window.start(end, 1);
    }

    /** Returns the sums of the window that ends at a time, and forgets the pane that no later window needs. */
    ReportSums close(long end) {
        ReportSums sums = ReportSums.of(mechanism);
        panes.subMap(start(end), false, end, true).values().forEach(pane -> sums.addWords(pane.words()));
        panes.headMap(window.cellEnd(start(end)), true).clear();
        return sums;
    }

    /** The panes, in the order of their ends. */
    List<SupportPart> parts() {
        return panes.entrySet().stream()
                .map(pane -> new SupportPart(pane.getKey(), 0, pane.getValue().words()))
                .toList();
    }
}
