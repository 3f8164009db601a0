package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.reading.LedgerBreak;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Explores every state that a mix can reach, breadth first, and stops at the first state that breaks a property. */
final class ModelCheck {

    private final ModelMix mix;
    private final Model model;
    private final Set<Property> properties;
    private int states;

    /** The properties that must hold in every state. */
    enum Property {
        /** No release has two visible values. */
        ONE_VALUE,
        /** Everything visible was in the ledger first. */
        VISIBLE_IN_LEDGER,
        /** No key is released more often than its account affords. */
        KEY_BUDGET,
        /** In no period are more shares visible than the domain's budget allowed when the first of them became visible. */
        DOMAIN_BUDGET,
        /** The balance of an owner is at most the balance by the ledger. */
        NO_REFUND,
        /** An audit of the ledger reports nothing. */
        AUDIT,
        /** Without operator decisions and lost ledgers, nothing is refused. */
        NEVER_REFUSED,
        /** Without operator decisions and lost ledgers, everything becomes visible in the end. */
        NOTHING_LOST,
        /** A foreign record that the owner has seen is skipped in the end, unless a start was refused because of it. */
        FOREIGN_SKIPPED
    }

    record Result(int states, Optional<Property> broken, String path) {}

    ModelCheck(ModelMix mix, ModelBuild build, Set<Property> properties) {
        this.mix = mix;
        this.model = new Model(mix, build);
        this.properties = properties;
    }

    Result explore() {
        Set<ModelPrint.Key> seen = new HashSet<>();
        Deque<ModelWorld> frontier = new ArrayDeque<>();
        ModelWorld first = model.first();
        seen.add(first.key());
        frontier.add(first);
        while (!frontier.isEmpty()) {
            ModelWorld world = frontier.remove();
            states++;
            List<ModelWorld> moves = model.moves(world);
            Optional<Property> broken = broken(world, moves.isEmpty());
            if (broken.isPresent()) {
                return new Result(
                        states, broken, world.path + "\n  " + world.log.view().problem());
            }
            for (ModelWorld next : moves) {
                if (seen.add(next.key())) {
                    frontier.add(next);
                }
            }
        }
        return new Result(states, Optional.empty(), "");
    }

    private Optional<Property> broken(ModelWorld world, boolean isTerminal) {
        for (Property property : properties) {
            if (!holds(property, world, isTerminal)) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    private boolean holds(Property property, ModelWorld world, boolean isTerminal) {
        return switch (property) {
            case ONE_VALUE -> hasOneValueEach(world);
            case VISIBLE_IN_LEDGER -> world.ledgered.containsAll(world.visible);
            case KEY_BUDGET -> keyBudgetHolds(world);
            case DOMAIN_BUDGET -> domainBudgetHolds(world);
            case NO_REFUND -> nothingRefunded(world);
            case AUDIT -> mix.isWrittenByOthers() || isWhole(world);
            case NEVER_REFUSED -> !mix.isOrdinary() || !world.refused;
            case FOREIGN_SKIPPED ->
                !mix.faults().containsKey(Fault.FOREIGN)
                        || !isTerminal
                        || world.refused
                        || world.unseen
                        || (isAllVisible(world) && world.log.view().broken().isEmpty());
            case NOTHING_LOST -> !mix.isOrdinary() || !isTerminal || world.gaveUp || isAllVisible(world);
        };
    }

    /** A ledger that is cut, and has lost its end as well, may lack what stands for what is cut off. */
    private boolean isWhole(ModelWorld world) {
        return world.log
                .view()
                .broken()
                .filter(found -> found.reason() != LedgerBreak.Reason.CUT
                        || !mix.faults().containsKey(Fault.TRUNCATION))
                .isEmpty();
    }

    private static boolean hasOneValueEach(ModelWorld world) {
        List<ModelCopy> copies = new ArrayList<>(world.visible);
        for (int i = 1; i < copies.size(); i++) {
            if (copies.get(i).isSameRelease(copies.get(i - 1))) {
                return false;
            }
        }
        return true;
    }

    private boolean keyBudgetHolds(ModelWorld world) {
        for (int pipeline = 0; pipeline < mix.pipelines(); pipeline++) {
            int which = pipeline;
            if (world.visible.stream()
                            .filter(copy -> copy.pipeline() == which && copy.isCharged())
                            .count()
                    > mix.keyLimit()) {
                return false;
            }
        }
        return true;
    }

    private static boolean domainBudgetHolds(ModelWorld world) {
        Map<Integer, Long> shares = world.exposures.stream()
                .collect(Collectors.groupingBy(ModelWorld.Exposure::window, Collectors.counting()));
        return shares.entrySet().stream().allMatch(window -> window.getValue() <= world.affords[window.getKey()]);
    }

    private static boolean nothingRefunded(ModelWorld world) {
        for (ModelAttempt attempt : world.attempts) {
            if (attempt.start == null
                    && attempt.committer != null
                    && world.holders[attempt.pipeline] == attempt.id
                    && attempt.operator.spent() < world.log.charges(attempt.pipeline, world.visible)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAllVisible(ModelWorld world) {
        return world.visible.size() == mix.pipelines() * mix.windows();
    }
}
