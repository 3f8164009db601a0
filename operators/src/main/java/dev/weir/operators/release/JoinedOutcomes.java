package dev.weir.operators.release;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The outcomes for the keys of several tables, table after table. {@link StepOutcomes} are added as a whole, without
 * copying.
 */
final class JoinedOutcomes extends AbstractList<Outcome> {

    private final List<List<Outcome>> parts = new ArrayList<>();
    private List<Outcome> single = new ArrayList<>();
    private int size;

    @Override
    public boolean add(Outcome outcome) {
        if (single.isEmpty()) {
            parts.add(single);
        }
        size++;
        return single.add(outcome);
    }

    @Override
    public boolean addAll(Collection<? extends Outcome> outcomes) {
        if (!(outcomes instanceof StepOutcomes step)) {
            outcomes.forEach(this::add);
            return !outcomes.isEmpty();
        }
        parts.add(step);
        single = new ArrayList<>();
        size += step.size();
        return !step.isEmpty();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Outcome get(int index) {
        int left = Objects.checkIndex(index, size);
        int part = 0;
        while (left >= parts.get(part).size()) {
            left -= parts.get(part).size();
            part++;
        }
        return parts.get(part).get(left);
    }

    @Override
    public void forEach(Consumer<? super Outcome> action) {
        parts.forEach(part -> part.forEach(action));
    }
}
