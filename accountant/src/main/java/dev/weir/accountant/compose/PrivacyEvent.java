package dev.weir.accountant.compose;

import dev.weir.accountant.privacy.Require;
import java.util.List;
import java.util.stream.Stream;

/**
 * A release that was made or is planned, described by its mechanism and not by its price. A better bound may lower the
 * price of a stored event, but never changes its meaning.
 *
 * <p>Noise is given relative to the sensitivity, so every event has sensitivity 1. Neighbours add or remove one privacy
 * unit, or replace its records by empty slots; {@link SingleEvent.RandomizedResponse} has neighbours that replace one
 * answer. A constructor throws InvalidParameter for a parameter that is not finite or out of range.
 */
public sealed interface PrivacyEvent permits SingleEvent, PrivacyEvent.Repeated, PrivacyEvent.Composition {

    /**
     * The single events that this event consists of, and the number of runs of each. Compositions are unfolded; equal
     * events are not merged.
     */
    Stream<Repeated> parts();

    /**
     * The composition of {@code count} independent runs of this event.
     *
     * @param count the number of runs, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is below 1
     */
    default Repeated times(long count) {
        return new Repeated(this, count);
    }

    /**
     * Several independent runs of the same event.
     *
     * @param event the event that runs
     * @param count the number of runs, at least 1
     */
    record Repeated(PrivacyEvent event, long count) implements PrivacyEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is out of range */
        public Repeated {
            Require.atLeast("count", count, 1);
        }

        @Override
        public Stream<Repeated> parts() {
            return event instanceof SingleEvent
                    ? Stream.of(this)
                    : event.parts().map(part -> new Repeated(part.event, Math.multiplyExact(part.count, count)));
        }
    }

    /**
     * Events that all run, in any order.
     *
     * @param events the events that run
     */
    record Composition(List<PrivacyEvent> events) implements PrivacyEvent {

        public Composition {
            events = List.copyOf(events);
        }

        @Override
        public Stream<Repeated> parts() {
            return events.stream().flatMap(PrivacyEvent::parts);
        }
    }
}
