package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.StartStep;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Pipelines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Kills processes that write snapshots of a ledger, and that archive and cut it, and requires after each that nothing is lost or refunded. */
final class Cuts {

    private static final Random RANDOM = new Random();

    private final EmbeddedBroker broker;
    private final CutDomain domain;
    private final Path folder;
    private JournalState first;
    private JournalState newest;
    private long hour = 1;
    private int killed;

    private Cuts(EmbeddedBroker broker, Path folder) throws Exception {
        this.broker = broker;
        this.folder = folder;
        this.domain = new CutDomain(broker.address());
        this.first = domain.empty("p");
        this.newest = domain.run("p", "run-0", first, hour).get(1);
    }

    /** {@code main ROUNDS}, or in a process of its own {@code main snapshots|cut BROKERS DOMAIN TOPIC FILE}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            Path folder = Files.createTempDirectory("weir-cuts");
            try (EmbeddedBroker broker = EmbeddedBroker.start()) {
                new Cuts(broker, folder).run(Integer.parseInt(arguments[0]));
            }
            System.exit(0);
        }
        String brokers = arguments[1];
        String name = arguments[2];
        if (arguments[0].equals("snapshots")) {
            while (true) {
                WrittenSnapshots.write(brokers, name, arguments[3]);
                System.out.println("written");
            }
        }
        Pipeline pipeline = Pipelines.ofDomain(name, "p", brokers, "input-" + name);
        Path file = Path.of(arguments[4]);
        try (LedgerCut cut = LedgerCut.of(pipeline)) {
            cut.look();
            System.out.println("ready");
            cut.archive(cut.look(), file);
            cut.cut(file);
        }
        System.out.println("written");
    }

    private void run(int rounds) throws Exception {
        domain.snapshot();
        for (int round = 0; round < rounds; round++) {
            kill(round, "snapshots", 500);
            check(round);
            domain.snapshot();
            domain.snapshot();
            kill(round, "cut", 4000);
            check(round);
        }
        System.out.println("rounds " + rounds + ", killed while at work " + killed + ", violations 0");
    }

    /** Kills a process at a random moment behind its first snapshot, or behind its look at what can be cut. */
    private void kill(int round, String work, int millis) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Cuts.class.getName(),
                        work,
                        broker.address(),
                        domain.name,
                        domain.topic,
                        folder.resolve("archive-" + round).toString())
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("killed.log").toFile()))
                .start();
        process.inputReader().readLine();
        Thread.sleep(RANDOM.nextInt(millis));
        killed += process.isAlive() ? 1 : 0;
        process.destroyForcibly().waitFor();
    }

    /** The ledger is whole, an old state and an empty one are refused, and the newest one goes on. */
    private void check(int round) throws Exception {
        require(domain.report().view().broken().isEmpty(), "the ledger is broken");
        long spent = domain.report().view().pipeline("p").tip().sequence();
        require(spent == newest.last().sequence(), "a batch is lost");
        require(refused("old-" + hour, first), "an empty start is not refused");
        JournalState before = newest;
        hour++;
        newest = domain.run("p", "run-" + hour, newest, hour).get(1);
        require(refused("older-" + hour, before), "an old state is not refused");
        System.out.println("round " + round + ": log begins at " + domain.start() + ", ends at " + domain.end());
    }

    private boolean refused(String run, JournalState state) throws Exception {
        StartStep end = domain.start(CutDomain.request("p", run), state);
        return end instanceof StartStep.Refused refused
                && refused.refusal().code().name().equals("LEDGER_AHEAD");
    }

    private static void require(boolean holds, String violation) {
        if (!holds) {
            System.out.println("VIOLATION: " + violation);
            System.exit(1);
        }
    }
}
