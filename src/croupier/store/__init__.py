"""The durable log of tables and their timers. Knows tables as rows of bytes; what stands in them is table/'s business."""
