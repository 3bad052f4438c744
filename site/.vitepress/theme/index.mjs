import DefaultTheme from "vitepress/theme";
import { defineAsyncComponent } from "vue";
import FirstFinding from "./home/FirstFinding.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("FirstFinding", FirstFinding);
    // Pages that only explain do without an editor.
    app.component(
      "Playground",
      defineAsyncComponent(() => import("./playground/Playground.vue")),
    );
  },
};
