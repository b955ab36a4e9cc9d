import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Node } from "./tree";
import { t } from "./text";

// The value for Black after each move. A click goes there.
export function Graph(props: { nodes: Node[]; current: Node; onChoose: (node: Node) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const known = props.nodes.some((node) => node.value);

  useEffect(() => {
    const place = box.current!;
    // As it is at the moment, light or dark.
    const color = (name: string) => {
      place.style.color = `var(${name})`;
      return getComputedStyle(place).color;
    };
    const axis = { stroke: () => color("--muted"), grid: { stroke: () => color("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
    const made = new uPlot(
      {
        width: place.clientWidth || 300,
        height: 150,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: (u) => [0, Math.max(10, (u.data[0]?.length ?? 1) - 1)] },
          y: { range: (_, min, max) => { const reach = Math.max(8, Math.abs(min ?? 0), Math.abs(max ?? 0)) * 1.1; return [-reach, reach]; } },
        },
        axes: [{ ...axis, size: 24, incrs: [1, 2, 5, 10, 20] }, { ...axis, size: 36 }],
        series: [
          {},
          {
            stroke: () => color("--accent"), width: 2, spanGaps: true, points: { show: true, size: 5, fill: () => color("--accent") },
            fill: () => color("--accent-soft"), fillTo: 0,
          },
          { stroke: () => color("--text"), width: 0, points: { show: true, size: 10, width: 2, fill: () => color("--panel") } },
        ],
        hooks: {
          ready: [(u) => u.over.addEventListener("click", () => {
            const index = u.cursor.idx;
            const target = index === null || index === undefined ? undefined : latest.current.nodes[index];
            if (target) latest.current.onChoose(target);
          })],
        },
      },
      [[0], [null], [null]],
      place,
    );
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: place.clientWidth, height: 150 }));
    resize.observe(place);
    return () => {
      resize.disconnect();
      made.destroy();
    };
  }, []);

  const values = props.nodes.map((node) => node.value?.value ?? null);
  const at = props.nodes.indexOf(props.current);
  useEffect(() => {
    plot.current?.setData([
      values.map((_, i) => i),
      values,
      values.map((value, i) => (i === at ? (value ?? 0) : null)),
    ]);
  }, [values.join(), at]);

  return (
    <section class="panel">
      <h2>{t("graph")}</h2>
      <div ref={box} class="graph" role="img" aria-label={t("graph_help")} />
      <p class="hint">{known ? t("graph_help") : t("graph_empty")}</p>
    </section>
  );
}
