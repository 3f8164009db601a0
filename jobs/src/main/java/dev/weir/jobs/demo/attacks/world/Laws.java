package dev.weir.jobs.demo.attacks.world;

import java.io.Serializable;

/**
 * The options of {@code weir calc attacks} that compute how often an attack succeeds against each target.
 *
 * @param attack the value of {@code --attack}
 * @param raw the further options for raw windows; may be empty
 * @param naive the further options for naive noise
 * @param weir the further options for Weir
 */
public record Laws(String attack, String raw, String naive, String weir) implements Serializable {

    /**
     * The options for a target.
     *
     * @param target the target
     */
    public String of(Target target) {
        String options =
                switch (target) {
                    case RAW -> "--against raw " + raw;
                    case NAIVE -> "--against fresh-noise " + naive;
                    case WEIR -> "--against weir " + weir;
                };
        return ("--attack " + attack + " " + options).strip();
    }
}
