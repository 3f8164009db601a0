package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelAttempt.Snapshot;
import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.chain.LedgerRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One state of the model: ledger, ids, checkpoints, visible rows, and every running attempt. */
final class ModelWorld {

    static final String DOMAIN = "domain";
    static final int NOBODY = -1;

    /** Holds the domain's id between a barrier and its snapshot. */
    static final int SNAPSHOTTER = -2;

    /** The state that a pipeline begins with; it is a hash, and asked for in every state. */
    private static final Map<Integer, JournalState> EMPTY = new HashMap<>();

    ModelLog log;
    int domainHolder = NOBODY;
    int[] holders;
    final Map<Fault, Integer> faults;
    int[] draws;
    int nextId;
    int nextRun;

    /** The first run that states the raised budget; {@link #NOBODY} without a raise. */
    int raisedSince = NOBODY;

    /**
     * The number of shares that the domain affords in the period of each window, fixed at the first release about the window;
     * 0 before.
     */
    final int[] affords;

    private final int firstBudget;

    boolean refused;
    boolean gaveUp;
    boolean unseen;
    List<ModelAttempt> attempts = new ArrayList<>();
    List<Snapshot> store = new ArrayList<>();
    List<InFlight> inFlight = new ArrayList<>();
    Set<ModelCopy> visible = new TreeSet<>();
    Set<ModelCopy> ledgered = new TreeSet<>();
    Set<Exposure> exposures = new TreeSet<>();

    @Nullable Path path;

    /** A write whose outcome is unknown to its writer and that may still land. */
    record InFlight(int attempt, int pipeline, List<? extends LedgerRecord> records, List<ModelCopy> rows) {}

    /** The fact that a pipeline has made something visible about a window, after a number of adoptions. */
    record Exposure(int window, int pipeline, int life) implements Comparable<Exposure> {

        @Override
        public int compareTo(Exposure other) {
            return Integer.compare(code(), other.code());
        }

        int code() {
            return (window * 16 + pipeline) * 16 + life;
        }
    }

    /** The moves that have led to a state. */
    record Path(@Nullable Path before, String move) {

        @Override
        public String toString() {
            StringBuilder all = new StringBuilder();
            for (Path at = this; at != null; at = at.before) {
                all.insert(0, "\n  " + at.move);
            }
            return all.toString();
        }
    }

    ModelWorld(ModelMix mix, String forgotten) {
        log = ModelLog.forgetting(forgotten);
        holders = new int[mix.pipelines()];
        Arrays.fill(holders, NOBODY);
        faults = new EnumMap<>(mix.faults());
        draws = new int[64];
        affords = new int[16];
        firstBudget = mix.budget();
    }

    private ModelWorld(ModelWorld other) {
        log = other.log;
        domainHolder = other.domainHolder;
        holders = other.holders.clone();
        faults = new EnumMap<>(other.faults);
        draws = other.draws.clone();
        nextId = other.nextId;
        nextRun = other.nextRun;
        raisedSince = other.raisedSince;
        affords = other.affords.clone();
        firstBudget = other.firstBudget;
        refused = other.refused;
        gaveUp = other.gaveUp;
        unseen = other.unseen;
        other.attempts.forEach(attempt -> attempts.add(attempt.copy()));
        store = new ArrayList<>(other.store);
        inFlight = new ArrayList<>(other.inFlight);
        visible = new TreeSet<>(other.visible);
        ledgered = new TreeSet<>(other.ledgered);
        exposures = new TreeSet<>(other.exposures);
    }

    ModelWorld after(String move) {
        ModelWorld next = new ModelWorld(this);
        next.path = new Path(path, move);
        return next;
    }

    boolean may(Fault fault) {
        return faults.getOrDefault(fault, 0) > 0;
    }

    /** Returns a value that no earlier draw of the window has had. */
    int draw(int pipeline, int window) {
        return ++draws[pipeline * 16 + window];
    }

    void use(Fault fault) {
        faults.merge(fault, -1, Integer::sum);
    }

    /** Notes that something about a window becomes visible: from now on its period has the present budget. */
    void expose(Exposure exposure) {
        int window = exposure.window();
        DomainBudget budget = log.view().budget();
        if (affords[window] == 0) {
            affords[window] = budget == null
                    ? firstBudget
                    : (int) budget.in(window - 1L).budget().femto();
        }
        exposures.add(exposure);
    }

    static String name(int pipeline) {
        return "p" + pipeline;
    }

    static String query(int pipeline) {
        return "q" + pipeline;
    }

    static int pipeline(String name) {
        return name.charAt(1) - '0';
    }

    /** Returns the newest checkpoint of a run. */
    Snapshot newest(int pipeline, int run) {
        Snapshot newest = empty(pipeline, run);
        for (Snapshot snapshot : store) {
            newest = snapshot.run() == run && snapshot.pipeline() == pipeline ? snapshot : newest;
        }
        return newest;
    }

    static Snapshot empty(int pipeline, int run) {
        return new Snapshot(
                pipeline,
                run,
                EMPTY.computeIfAbsent(pipeline, of -> JournalState.empty(DOMAIN, name(of))),
                ModelOperator.EMPTY);
    }

    ModelPrint.Key key() {
        ModelPrint print =
                new ModelPrint().add(log.print).add(refused).add(gaveUp).add(unseen);
        attempts.forEach(attempt -> attempt.print(print));
        print.add(81);
        store.forEach(snapshot -> ModelAttempt.print(print, snapshot));
        print.add(82);
        for (InFlight write : inFlight) {
            print.id(write.attempt()).add(write.pipeline()).add(write.records().hashCode());
        }
        print.id(domainHolder).add(domainHolder == SNAPSHOTTER);
        for (int holder : holders) {
            print.id(holder);
        }
        faults.values().forEach(print::add);
        visible.forEach(copy -> print.add(copy.code()));
        print.add(83);
        ledgered.forEach(copy -> print.add(copy.code()));
        print.add(84);
        exposures.forEach(exposure -> print.add(exposure.code()));
        for (int draw : draws) {
            print.add(draw);
        }
        print.add(raisedSince);
        for (int shares : affords) {
            print.add(shares);
        }
        return print.key();
    }
}
