// Numbers as the pages of ladders write them.
export const percent = (share: number) => `${(100 * share).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)}%`;
