import DefaultTheme from "vitepress/theme";
import { defineAsyncComponent } from "vue";
import FirstFinding from "./home/FirstFinding.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("FirstFinding", FirstFinding);
    // Loaded on demand, because most pages have no editor.
    app.component(
      "Playground",
      defineAsyncComponent(() => import("./playground/Playground.vue")),
    );
  },
};
