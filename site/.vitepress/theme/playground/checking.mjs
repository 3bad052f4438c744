import { inject, onMounted, ref, watch } from "vue";
import { latestOnly } from "./engine.mjs";

/**
 * Asks the engine about edited content, at once and after each edit.
 *
 * @param sources the watched sources.
 * @param ask asks, and returns one answer or several in turn.
 * @returns the last answer, the error, and the time that the engine took and that the reader waited.
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
