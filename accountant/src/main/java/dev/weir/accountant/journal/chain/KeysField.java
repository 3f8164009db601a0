package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.privacy.Delta;

/**
 * The &delta; for keys that nobody declared, in declarations and claims. Its canonical bytes are written only where it is above 0, so that
 * all other events have the bytes that they have had in earlier builds.
 */
final class KeysField {

    private KeysField() {}

    /** The &delta; for keys of an event; 0 if an event has none. */
    static Delta of(DomainEvent event) {
        if (event instanceof Declaration declaration) {
            return declaration.keys();
        }
        return event instanceof Ownership ownership ? ownership.claim().keys() : Delta.ZERO;
    }

    static boolean isStated(Delta keys) {
        return keys.yocto().signum() > 0;
    }

    /**
     * Returns an event that was read with a &delta; for keys.
     *
     * @throws CanonicalReader.Malformed if the &delta; is 0 or the event can have none
     */
    static DomainEvent with(Delta keys, DomainEvent event) {
        CanonicalReader.check(isStated(keys));
        if (event instanceof Declaration declaration) {
            return declaration.paying(keys);
        }
        if (event instanceof Ownership ownership) {
            return new Ownership(
                    ownership.pipeline(),
                    ownership.run(),
                    ownership.last(),
                    ownership.reach(),
                    ownership.claim().paying(keys));
        }
        throw new CanonicalReader.Malformed();
    }
}
