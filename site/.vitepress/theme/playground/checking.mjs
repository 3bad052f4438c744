import { inject, onMounted, ref, watch } from "vue";
import { latestOnly } from "./engine.mjs";

/**
 * Asks the engine about something that is edited, at once and after each edit.
 *
 * @param sources what is watched.
 * @param ask asks, and returns the answer or answers in turn.
 * @returns the last answer, what went wrong, and how long it took, as the engine and as the reader counts it.
 */
export function useAnswer(sources, ask, nothing) {
  const engine = inject("engine");
  const answer = ref(nothing);
  const failure = ref("");
  const times = ref({ first: undefined, last: undefined });
  const again = latestOnly(async () => {
    const start = performance.now();
    try {
      answer.value = await ask(engine);
      failure.value = "";
    } catch (error) {
      failure.value = error.message;
    }
    const last = performance.now() - start;
    times.value = { first: times.value.first ?? last, last };
  });
  onMounted(again);
  watch(sources, again);
  return { answer, failure, times, again };
}
